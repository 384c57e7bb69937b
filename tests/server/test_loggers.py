"""Loggers without structlog."""

from __future__ import annotations

import logging

from lutetia.server.loggers import PlainLogger


def test_a_plain_logger_writes_its_fields(caplog):
    with caplog.at_level(logging.INFO, "lutetia.tables"):
        log = PlainLogger("tables")
        log.info("opened", game="abc")
        log.warning("bot step not taken", game="abc", why="100 % busy")
        log.error("broken")
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("INFO", "opened game=abc"),
        ("WARNING", "bot step not taken game=abc why=100 % busy"),
        ("ERROR", "broken"),
    ]
