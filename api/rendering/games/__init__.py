"""The visitors' pages of games: play, result, claim of a prize, refusals, and the proof of fairness."""
