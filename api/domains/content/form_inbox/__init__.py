"""The forms of an organisation with their answers: counts, unread marks, and who is notified by mail."""
