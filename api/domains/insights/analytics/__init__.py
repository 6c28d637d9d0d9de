"""Analytics: questions of one organisation, answered by the warehouse and by nothing else."""
