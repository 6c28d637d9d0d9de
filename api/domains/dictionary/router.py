"""The call that reads the data dictionary."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.dictionary.schemas import DataDictionary, DictionaryTable
from warehouse.dictionary import as_data

router = ApiRouter(tags=["exports"])


@router.get("/v1/data-dictionary")
def read_data_dictionary(_me: ViewerDep) -> DataDictionary:
    """What every table, column and metric means, as it stands beside the SQL that makes it."""
    return DataDictionary(tables=[DictionaryTable.model_validate(table) for table in as_data()])
