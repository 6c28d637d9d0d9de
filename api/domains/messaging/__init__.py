"""Alert mails to owners and to the operator."""
