"""What organisations upload: pictures that everybody may see, files that only they may, short links."""
