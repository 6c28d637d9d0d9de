"""The shape of a page's data on the wire, derived from the kinds of blocks."""

from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from api.domains.content.page_blocks.block_props import BLOCKS, Props, RootProps
from api.kit.json_shapes import DocumentedAs, SentWithDefaults


def _block_of(name: str, props: type[Props]) -> type[BaseModel]:
    fields: dict[str, Any] = {"type": (Literal[name], ...), "props": (props, ...)}
    return create_model(
        f"{name}Block", __config__=ConfigDict(defer_build=True), __doc__=props.__doc__, **fields
    )


_KINDS = [_block_of(name, props) for name, props in BLOCKS.items()]


class PageRoot(SentWithDefaults):
    """The page itself."""

    props: RootProps = Field(default_factory=RootProps)


class PageDocument(BaseModel):
    """The data of a page."""

    model_config = ConfigDict(defer_build=True)

    root: PageRoot
    content: list[Annotated[reduce(or_, _KINDS), Field(discriminator="type")]]  # type: ignore[valid-type]


PageJson = Annotated[dict[str, Any], DocumentedAs(PageDocument)]
"""A page's data. Input is checked by `read_page`, which names each part that is wrong."""
