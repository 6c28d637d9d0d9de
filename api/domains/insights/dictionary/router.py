"""The API route of the data dictionary."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.analytics.definitions import definitions_for
from api.domains.insights.dictionary.schemas import DataDictionary, DictionaryTable
from warehouse.dictionary import as_data

router = ApiRouter(tags=["exports"])


@router.get("/v1/data-dictionary")
def read_data_dictionary(me: ViewerDep) -> DataDictionary:
    """Get the definition of every table, column and metric."""
    meanings = definitions_for(me.visitor_consent)
    tables = [DictionaryTable.model_validate(table) for table in as_data()]
    for column in (
        column for table in tables if table.kind == "metric" for column in table.columns
    ):
        column.definition = meanings[column.name]
    return DataDictionary(tables=tables)
