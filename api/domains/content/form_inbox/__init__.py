"""The forms of an organisation with their submissions: counts, unread marks, and members who are notified by email."""
