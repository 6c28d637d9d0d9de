"""The same SQL models on Spark, for lakes that are too large to build on one machine.

Needs the optional dependencies of `requirements/spark.txt` and Java. Nothing else imports this package.
"""
