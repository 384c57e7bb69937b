"""Settings: how often something may be done, and how much of it. All rate limits of the server are here."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode

from lutetia.core.i18n import _
from lutetia.server.rate_limit import Rate

_WRITTEN = re.compile(r"\s*([1-9][0-9]{0,8})\s*/\s*([1-9][0-9]{0,8})\s*")


def _rate(value: object) -> object:
    """A rate from "times/seconds". Raises ValueError."""
    if not isinstance(value, str):
        return value
    found = _WRITTEN.fullmatch(value)
    if found is None:
        raise ValueError(_("a number of requests and a number of seconds are needed, such as 30/600"))
    return Rate(int(found[1]), int(found[2]))


RateSetting = Annotated[Rate, NoDecode, BeforeValidator(_rate)]
"""A rate: in an environment variable "times/seconds"."""


class LimitSettings(BaseSettings):
    """Members and guests of an address have allowances of their own: strangers behind it cannot use up the members'."""

    limits: bool = Field(default=True, description="Whether rate limits apply")
    limit_address: RateSetting = Field(default=Rate(1_200, 150), description="Requests of an address without members")
    limit_person: RateSetting = Field(default=Rate(600, 150), description="Requests of a guest or a member")
    limit_guests: int = Field(
        default=10, ge=1, description="All guests of an address together may do as much as this many guests"
    )
    limit_members: int = Field(
        default=20, ge=1, description="All members behind an address together may ask as often as this many members"
    )
    limit_new_guests: RateSetting = Field(default=Rate(60, 600), description="New guests of an address")
    limit_unknown_sessions: RateSetting = Field(
        default=Rate(60, 60), description="Requests of an address with a cookie that belongs to nobody"
    )
    limit_registrations: RateSetting = Field(default=Rate(20, 600), description="Registrations of an address")
    limit_sign_in_address: RateSetting = Field(
        default=Rate(30, 600), description="Failed sign-ins of an address, from devices that are not known"
    )
    limit_sign_in_account: RateSetting = Field(
        default=Rate(30, 3_600), description="Failed sign-ins to an account, from devices that are not known"
    )
    limit_sign_in_pair: RateSetting = Field(
        default=Rate(10, 600), description="Failed sign-ins of an address to one account, or of a known device"
    )
    limit_sign_ins: RateSetting = Field(
        default=Rate(60, 600), description="Sign-ins of an address or a known device to one account, right or wrong"
    )
    limit_passwords: RateSetting = Field(
        default=Rate(10, 600), description="Changes and confirmations of a member's password or second factor"
    )
    limit_mails: RateSetting = Field(
        default=Rate(20, 3_600), description="Mails that a member, or an address, has sent to people"
    )
    limit_mails_to: RateSetting = Field(default=Rate(5, 3_600), description="Mails to one login or mail address")
    limit_codes: RateSetting = Field(
        default=Rate(10, 3_600), description="Codes of an authenticator app that are tried for one account"
    )
    limit_connections: RateSetting = Field(
        default=Rate(120, 60), description="Live connections that a person, or an address without one, opens to a game"
    )
    waiting_tables_member: int = Field(
        default=20, ge=1, description="Tables of a member that may wait for players at once"
    )
    waiting_tables_guest: int = Field(default=10, ge=1, description="Tables of a guest that may wait at once")
    waiting_tables_address: int = Field(
        default=30, ge=1, description="Tables of all guests of an address that may wait at once"
    )
    waiting_reports: int = Field(
        default=20, ge=1, description="Reports of one person that may wait for a moderator at once"
    )
    waiting_days_member: float = Field(default=14.0, gt=0, description="Days after which a member's table is closed")
    waiting_days_guest: float = Field(default=2.0, gt=0, description="Days after which a guest's table is closed")
    connections_per_address: int = Field(
        default=200,
        ge=1,
        description="Open connections of an address, if there is no reverse proxy; live ones of a member or an address",
    )
    head_bytes: int = Field(default=32_768, ge=1_024, description="Size of a request's head: address and headers")
    head_seconds: float = Field(default=20.0, gt=0, description="Time in which the head of a request must arrive")
    body_seconds: float = Field(default=60.0, gt=0, description="Time in which the body of a request must arrive")
    limit_steps: RateSetting = Field(default=Rate(60, 10), description="Steps of a person in a game, over HTTP")
    limit_websocket_steps: RateSetting = Field(default=Rate(20, 1), description="Steps over one WebSocket")
    limit_chat: RateSetting = Field(default=Rate(30, 60), description="Messages of a person in a game")
    waiting_requests: int = Field(
        default=20, ge=1, description="Hints, files and past positions that a person may wait for at once"
    )
    waiting_analyses: int = Field(default=10, ge=1, description="Unfinished analyses of a person")
    waiting_analyses_address: int = Field(
        default=30, ge=1, description="Unfinished analyses of all guests of an address"
    )
    bot_tables: int = Field(
        default=5, ge=1, description="Running games of a member in which bots play among themselves"
    )
    limit_work: RateSetting = Field(
        default=Rate(60, 60),
        description="Hints, records, new studies, analyses, answers to puzzles of a person, for each API address",
    )
