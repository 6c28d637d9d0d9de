"""Media: pictures. Here the pictures of codes: drawing them and telling whether they can be read."""
