"""The pages of games for visitors: to play, the result, the claim of a prize, refusals and the proof of fairness."""
