"""The same SQL models on Spark, for lakes that one machine no longer builds.

Needs the optional dependencies of `requirements/spark.txt` and Java; nothing else imports this package.
"""
