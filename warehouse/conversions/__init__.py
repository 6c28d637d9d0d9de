"""Actions of people after they followed a link of a campaign."""
