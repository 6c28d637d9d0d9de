"""What is drawn for people: QR pictures, typeset text, pages for visitors. Below the domains, without tables."""
