"""The tables of the lake as assets, with what lies before and behind them."""
