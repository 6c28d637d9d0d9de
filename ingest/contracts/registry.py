"""All contracts in force. A new version is a new class here, next to the old one."""

from typing import Annotated

from pydantic import Field

from ingest.contracts.automation import AutomationRecorded
from ingest.contracts.award import AwardRecorded
from ingest.contracts.envelope import Event
from ingest.contracts.issue import IssueRecorded
from ingest.contracts.message import (
    MessageRecorded,
    MessageRecordedV2,
    MessageRecordedV3,
    MessageRecordedV4,
)
from ingest.contracts.miss import MissRecorded
from ingest.contracts.order import OrderRecorded
from ingest.contracts.play import PlayRecorded, PlayRecordedV2
from ingest.contracts.points import PointsRecorded
from ingest.contracts.prize import PrizeRecorded
from ingest.contracts.redemption import (
    RedemptionRecorded,
    RedemptionRecordedV2,
    RedemptionRecordedV3,
    RedemptionRecordedV4,
)
from ingest.contracts.referral import ReferralRecorded
from ingest.contracts.scan import ScanRecorded, ScanRecordedV2, ScanRecordedV3
from ingest.contracts.segment import SegmentRecorded
from ingest.contracts.submit import SubmitRecorded
from ingest.contracts.use import UseRecorded
from ingest.contracts.view import ViewRecorded, ViewRecordedV2, ViewRecordedV3
from ingest.contracts.vote import VoteRecorded
from ingest.contracts.wallet_pass import PassRecorded, PassRecordedV2, PassRecordedV3

CONTRACTS: dict[tuple[str, int], type[Event]] = {
    (contract.model_fields["type"].default, contract.model_fields["version"].default): contract
    for contract in (
        ScanRecorded,
        ScanRecordedV2,
        ScanRecordedV3,
        ViewRecorded,
        ViewRecordedV2,
        ViewRecordedV3,
        UseRecorded,
        SubmitRecorded,
        VoteRecorded,
        PlayRecorded,
        PlayRecordedV2,
        RedemptionRecorded,
        RedemptionRecordedV2,
        RedemptionRecordedV3,
        RedemptionRecordedV4,
        MessageRecorded,
        MessageRecordedV2,
        MessageRecordedV3,
        MessageRecordedV4,
        PassRecorded,
        PassRecordedV2,
        PassRecordedV3,
        OrderRecorded,
        MissRecorded,
        IssueRecorded,
        SegmentRecorded,
        ReferralRecorded,
        PointsRecorded,
        AwardRecorded,
        PrizeRecorded,
        AutomationRecorded,
    )
}

AnyScan = Annotated[ScanRecorded | ScanRecordedV2 | ScanRecordedV3, Field(discriminator="version")]

AnyView = Annotated[ViewRecorded | ViewRecordedV2 | ViewRecordedV3, Field(discriminator="version")]

AnyRedemption = Annotated[
    RedemptionRecorded | RedemptionRecordedV2 | RedemptionRecordedV3 | RedemptionRecordedV4,
    Field(discriminator="version"),
]

AnyMessage = Annotated[
    MessageRecorded | MessageRecordedV2 | MessageRecordedV3 | MessageRecordedV4,
    Field(discriminator="version"),
]

AnyPlay = Annotated[PlayRecorded | PlayRecordedV2, Field(discriminator="version")]
AnyPass = Annotated[PassRecorded | PassRecordedV2 | PassRecordedV3, Field(discriminator="version")]

AnyEvent = Annotated[
    AnyScan
    | AnyView
    | UseRecorded
    | SubmitRecorded
    | VoteRecorded
    | AnyPlay
    | AnyRedemption
    | AnyMessage
    | AnyPass
    | OrderRecorded
    | MissRecorded
    | IssueRecorded
    | SegmentRecorded
    | ReferralRecorded
    | PointsRecorded
    | AwardRecorded
    | PrizeRecorded
    | AutomationRecorded,
    Field(discriminator="type"),
]
