"""An SMTP server sends mails."""
