"""QR codes: the codes themselves, their rules, folders, batches and health."""
