"""What people did after they followed a link of a campaign."""
