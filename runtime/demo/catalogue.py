"""The two demonstration organisations."""

from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.northwind_books import NORTHWIND_BOOKS

ORGANIZATIONS = (HARBOR_COFFEE, NORTHWIND_BOOKS)
