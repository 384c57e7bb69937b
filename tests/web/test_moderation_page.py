"""The moderators' page and invitations in Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from test_access import check
from visitors import PHONE

from lutetia.cli import admin, errors

PASSWORD = "le fer et la lumière"


@pytest.fixture
def run(process, capsys):
    """Run a command of the operator on the server's data; returns its output."""

    def command(*words: str) -> str:
        capsys.readouterr()
        assert errors.run(admin.app, [*words, "--data", str(process.data)]) == 0
        return capsys.readouterr().out.strip()

    return command


def test_a_moderator_settles_a_report_and_blocks_a_person(person, run):
    moderator, rude, victim = person(**PHONE), person(), person()
    moderator.post("/api/me/register", {"login": "mod.one", "password": PASSWORD, "name": "Gustave E."})
    run("moderator", "mod.one")
    game = rude.post("/api/games", {"game": "lumiere", "seats": ["human", "open"], "private": True})["id"]
    victim.post(f"/api/games/{game}/join")
    message = rude.post(f"/api/games/{game}/chat", {"text": "go home"})["id"]
    victim.page.request.post(f"/api/games/{game}/chat/{message}/report", data={"text": "rude"})
    who = rude.page.request.get("/api/me").json()["person"]
    page = moderator.page
    expect(moderator.open("/me").get_by_role("link", name="Moderation")).to_be_visible()
    page.get_by_role("link", name="Moderation").click()
    expect(page.get_by_text("go home")).to_be_visible()
    check(page)
    report = page.locator("li.panel", has_text="go home")  # other tests may have left reports, too
    report.get_by_role("button", name="Remove the message").click()
    expect(report).to_have_count(0)
    assert victim.page.request.get(f"/api/games/{game}/chat").json()["messages"][0]["removed"]
    for part in ("Rated games", "Invitations", "People"):
        page.get_by_role("button", name=part).click()
        check(page)
    page.get_by_label("Name or id").fill(who["id"])
    page.get_by_role("button", name=f"Block {who['name']}").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check(page)
    page.keyboard.press("Tab")
    page.keyboard.type("rude to others")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    answer = rude.page.request.get("/api/me")
    assert (answer.status, "rude to others" in answer.text()) == (403, True)
    page.get_by_role("button", name="Audit log").click()
    expect(page.get_by_text("rude to others")).to_be_visible()
    page.wait_for_load_state("networkidle")  # the log used to be loaded again and again
    check(page)


def test_an_invitation_leads_to_an_account(person, run):
    link = run("invite")
    newcomer = person()
    page = newcomer.open(link)
    expect(page.get_by_role("heading", name="You are invited")).to_be_visible()
    check(page)
    page.get_by_label("Login").fill("invited.one")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("You are registered.")).to_be_visible()
    page = person().open("/invitation/nothing")
    expect(page.get_by_text("There is no such invitation")).to_be_visible()


def test_a_player_avoids_another_from_the_menu(person):
    host, other = person(**PHONE), person()
    game = host.table("human", "open", private=False)
    name = other.post(f"/api/games/{game}/join") and other.page.request.get("/api/me").json()["person"]["name"]
    page = host.page
    page.get_by_role("button", name="Menu of this table").click()
    page.get_by_role("button", name="Avoid a player").click()
    page.get_by_role("button", name="Avoid", exact=True).click()
    expect(page.get_by_text(f"You now avoid {name}.")).to_be_visible()
    theirs = other.post("/api/games", {"game": "lumiere", "seats": ["human", "open"], "private": False})["id"]
    tables = [one["id"] for one in page.request.get("/api/games").json()["games"]]
    assert theirs not in tables
    host.open("/me").get_by_role("button", name="Allow again").click()
    expect(page.get_by_role("heading", name="People you avoid")).to_have_count(0)
    assert theirs in [one["id"] for one in page.request.get("/api/games").json()["games"]]
