"""Studies and the engine, over HTTP."""

from __future__ import annotations

import pytest

import lutetia
from lutetia.bots.engine_levels import BUDGETS
from lutetia.server.store import studies

from server.conftest import error, stranger
from server.http.test_records import brought, ended, finished
from server.play.test_games import look, two

RECORD = finished("lumiere", 4)
STEPS = [step for turn in RECORD["turns"] for step in turn["steps"]]


def begun(client, **more):
    answer = client.post("/api/studies", json={"name": "The lamp at d4", "record": RECORD} | more)
    assert answer.status_code == 201, answer.text
    return answer.json()["token"]


def read(client, token):
    answer = client.get(f"/api/studies/{token}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def other_step(at):
    """A legal step that was not played."""
    legal = lutetia.replay(RECORD, steps=at).legal()
    return next(step for step in legal if at == len(STEPS) or step != STEPS[at])


def add(client, token, **line):
    answer = client.post(f"/api/studies/{token}/lines", json=line)
    assert answer.status_code == 200, answer.text
    return answer.json()


# ---- beginning ---------------------------------------------------------------------------------------------------


def test_a_study_begins_from_a_finished_game_without_the_players_names(client):
    game = ended(client)
    token = client.post("/api/studies", json={"name": "  Ours ", "game": game, "at": 2}).json()["token"]
    study = read(client, token)
    assert (study["name"], study["game"], study["step"], study["mine"]) == ("Ours", "lumiere", 2, True)
    assert study["write"] == token
    assert "names" not in study
    names = [seat["name"] for seat in look(client, game)["seats"]]
    readers = client.get(f"/api/studies/{study['read']}").text + client.get(f"/api/shared/{study['read']}").text
    assert not [name for name in names if name in readers], "whoever has the link does not learn who played"
    assert client.get(f"/api/shared/{token}").json()["content"] == client.get(f"/api/games/{game}/record").json()


def test_a_running_game_cannot_be_studied(host):
    game, one, _other = two(host)
    assert error(one.post("/api/studies", json={"name": "x", "game": game})) == "running"
    view = one.post(f"/api/games/{game}/share", json={}).json()["token"]
    assert error(one.post("/api/studies", json={"name": "x", "token": view})) == "running"


def test_a_study_begins_from_a_share_a_record_or_a_deal(client):
    shared = brought(client, RECORD)
    token = client.post("/api/studies", json={"name": "x", "token": shared}).json()["token"]
    assert client.get(f"/api/shared/{token}").json()["content"] == RECORD
    deal = {"game": "paris", "players": 3, "options": {"screens": "closed"}}
    token = client.post("/api/studies", json={"name": "x", "deal": deal}).json()["token"]
    content = client.get(f"/api/shared/{token}").json()["content"]
    assert (content["game"], content["turns"], content["options"]["screens"]) == ("paris", [], "closed")
    assert len(content["seats"]) == 3


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"name": "x"}, 422, "study-of"),
        ({"name": "x", "record": RECORD, "token": "y"}, 422, "study-of"),
        ({"name": "   ", "record": RECORD}, 422, "empty-text"),
        ({"name": "x" * 101, "record": RECORD}, 422, "long-text"),
        ({"name": "x", "record": RECORD | {"result": None}}, 422, "record"),
        ({"name": "x", "record": RECORD | {"variations": [{"at": 3}]}}, 422, "record"),
        ({"name": "x", "record": RECORD, "at": 10_000}, 404, "no-step"),
        ({"name": "x", "record": RECORD, "at": 0, "steps": ["pass"]}, 422, "illegal"),
        ({"name": "x", "token": "nothing"}, 404, "no-share"),
        ({"name": "x", "game": "nothing"}, 404, "no-game"),
        ({"name": "x", "deal": {"game": "chess"}}, 404, "no-game"),
        ({"name": "x", "deal": {"game": "lumiere", "players": 4}}, 422, "deal"),
        ({"name": "x", "deal": {"game": "lumiere", "options": {"colour": 1}}}, 422, "deal"),
    ],
)
def test_what_cannot_be_studied_is_refused(client, body, status, code):
    answer = client.post("/api/studies", json=body)
    assert (answer.status_code, error(answer)) == (status, code)


# ---- writing -----------------------------------------------------------------------------------------------------


def test_a_branch_is_saved_and_grows(client):
    token = begun(client, at=5, steps=[other_step(5)])
    study = read(client, token)
    [first] = study["nodes"]
    assert (first["at"], first["step"], first["parent"]) == (6, other_step(5), None)
    game = lutetia.replay(RECORD, steps=5)
    game.play(first["step"])
    more = game.legal()[:2]
    for step in more:
        study = add(client, token, parent=first["id"], steps=[step])["study"]
    again = add(client, token, parent=first["id"], steps=[more[0]])
    assert again["study"] == study, "what is there already stays as it is"
    assert again["node"] == study["nodes"][1]["id"]
    assert [(node["at"], node["step"], node["parent"]) for node in study["nodes"][1:]] == [
        (7, step, first["id"]) for step in more
    ]


def test_steps_of_the_game_itself_are_no_branch(client):
    token = begun(client)
    assert add(client, token, at=3, steps=STEPS[3:6])["node"] is None
    added = add(client, token, at=3, steps=[*STEPS[3:6], other_step(6)])
    assert [(node["at"], node["step"]) for node in added["study"]["nodes"]] == [(7, other_step(6))]


def test_a_line_after_a_commented_position_leaves_the_game_itself(client):
    token = begun(client)
    written = add(client, token, at=3, steps=[])["node"]
    added = add(client, token, parent=written, steps=[*STEPS[3:6], other_step(6)])
    assert [(node["parent"], node["at"], node["step"]) for node in added["study"]["nodes"]] == [
        (None, 3, ""),
        (None, 7, other_step(6)),
    ]
    [line] = client.get(f"/api/studies/{token}/record").json()["variations"]
    assert (line["at"], line["steps"]) == (6, [other_step(6)])


def test_an_illegal_step_is_refused_and_nothing_is_added(client):
    token = begun(client)
    answer = client.post(f"/api/studies/{token}/lines", json={"at": 2, "steps": [other_step(2), "nonsense"]})
    assert (answer.status_code, error(answer)) == (422, "illegal")
    assert read(client, token)["nodes"] == []


def test_comments_marks_and_names_are_written(client):
    token = begun(client)
    node = add(client, token, at=4, steps=[])["node"]
    marks = [{"at": "square:B3"}, {"from": "square:B3", "to": "square:C2", "colour": "red"}]
    change = {"version": 1, "comment": " The turning point.\r\nSee the lamp. ", "marks": marks, "name": "Idea"}
    study = client.put(f"/api/studies/{token}/nodes/{node}", json=change).json()
    [written] = study["nodes"]
    assert (written["comment"], written["marks"], written["name"]) == (
        "The turning point.\nSee the lamp.",
        marks,
        "Idea",
    )
    assert (written["version"], written["by"]) == (2, client.get("/api/me").json()["person"]["name"])
    assert study["version"] > 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"comment": "x" * 2001},
        {"comment": "\x00"},
        {"name": "x" * 101},
        {"marks": [{"at": "x", "colour": "mauve"}]},
        {"marks": [{"from": "x"}]},
        {"marks": [{"at": "square:\nB3"}]},
        {"marks": [{"at": "x"}] * 51},
        {"version": 0},
    ],
)
def test_what_cannot_be_written_is_refused(client, wrong):
    token = begun(client)
    node = add(client, token, at=4, steps=[])["node"]
    assert client.put(f"/api/studies/{token}/nodes/{node}", json={"version": 1} | wrong).status_code == 422
    assert read(client, token)["nodes"][0]["version"] == 1


def test_a_study_has_room_for_so_much_text(client, monkeypatch):
    token = begun(client)
    first, second = (add(client, token, at=at, steps=[])["node"] for at in (1, 2))
    monkeypatch.setattr(studies, "LARGEST", 3_000)
    path = f"/api/studies/{token}/nodes/"
    assert client.put(path + first, json={"version": 1, "comment": "x" * 2_000}).status_code == 200
    answer = client.put(path + second, json={"version": 1, "comment": "x" * 2_000})
    assert (answer.status_code, error(answer)) == (413, "too-large")
    assert [node["version"] for node in read(client, token)["nodes"]] == [2, 1], "nothing of it is kept"
    assert client.put(path + second, json={"version": 1, "comment": "x" * 900}).status_code == 200


def test_two_writers_the_second_is_told_and_can_send_again(client):
    token = begun(client)
    other = stranger(client)
    node = add(client, token, at=4, steps=[])["node"]
    seen = read(other, token)["version"]
    path = f"/api/studies/{token}/nodes/{node}"
    assert client.put(path, json={"version": 1, "comment": "mine"}).status_code == 200
    assert other.get(f"/api/studies/{token}/version").json()["version"] > seen, "a notice can be shown"
    answer = other.put(path, json={"version": 1, "comment": "theirs"})
    assert (answer.status_code, error(answer)) == (409, "changed")
    now = read(other, token)["nodes"][0]
    assert now["comment"] == "mine"
    assert other.put(path, json={"version": now["version"], "comment": "theirs"}).json()["nodes"][0]["comment"] == (
        "theirs"
    )
    assert error(client.delete(path, params={"version": 1})) == "changed"


def test_a_position_is_removed_with_all_that_follow(client):
    token = begun(client, at=5, steps=[other_step(5)])
    first = read(client, token)["nodes"][0]
    game = lutetia.replay(RECORD, steps=5)
    game.play(first["step"])
    step = game.legal()[0]
    added = add(client, token, parent=first["id"], steps=[step])
    add(client, token, at=0, steps=[])
    study = client.delete(f"/api/studies/{token}/nodes/{first['id']}", params={"version": 1}).json()
    assert [node["at"] for node in study["nodes"]] == [0]
    gone = client.put(f"/api/studies/{token}/nodes/{added['node']}", json={"version": 1, "comment": "x"})
    assert (gone.status_code, error(gone)) == (404, "no-node")
    assert error(client.post(f"/api/studies/{token}/lines", json={"parent": first["id"], "steps": [step]})) == "no-node"


def test_what_others_wrote_below_is_not_removed_unseen(client):
    token = begun(client, at=5, steps=[other_step(5)])
    seen = read(client, token)
    [first] = seen["nodes"]
    game = lutetia.replay(RECORD, steps=5)
    game.play(first["step"])
    below = add(stranger(client), token, parent=first["id"], steps=game.legal()[:1])
    path = f"/api/studies/{token}/nodes/{first['id']}"
    answer = client.delete(path, params={"version": 1, "study_version": seen["version"]})
    assert (answer.status_code, error(answer)) == (409, "changed")
    assert len(read(client, token)["nodes"]) == 2, "nothing is removed"
    assert client.delete(path, params={"version": 1, "study_version": 0}).status_code == 422
    answer = client.delete(path, params={"version": 1, "study_version": below["study"]["version"]})
    assert answer.json()["nodes"] == []


# ---- links, lists, files -----------------------------------------------------------------------------------------


def test_readers_see_everything_but_the_link_for_writers(client):
    token = begun(client)
    study = read(client, token)
    reader = stranger(client)
    seen = read(reader, study["read"])
    assert seen == study | {"write": None, "mine": False}
    assert error(reader.post(f"/api/studies/{study['read']}/lines", json={"at": 0, "steps": []})) == "read-only"
    assert reader.get(f"/api/shared/{study['read']}/at/3").status_code == 200
    assert reader.post("/api/what-if", json={"token": study["read"], "at": 3}).status_code == 200
    assert read(client, study["read"])["write"] == token, "one's own study can be written through either link"


def test_links_can_be_renewed(client):
    token = begun(client)
    old = read(client, token)["read"]
    new = client.post(f"/api/studies/{token}/links", json={"which": "read"}).json()["token"]
    assert error(client.get(f"/api/studies/{old}")) == "no-study"
    assert client.get(f"/api/shared/{old}").status_code == 404
    assert read(client, new)["name"]
    renewed = client.post(f"/api/studies/{token}/links", json={"which": "write"}).json()["token"]
    assert error(client.get(f"/api/studies/{token}")) == "no-study"
    assert error(stranger(client).patch(f"/api/studies/{renewed}", json={"name": "x"})) == "no-session"


def test_the_list_of_ones_own_studies(client):
    assert client.get("/api/studies").json() == []
    tokens = [begun(client, name=f"Study {n}") for n in range(3)]
    add(client, tokens[0], at=1, steps=[])
    client.patch(f"/api/studies/{tokens[1]}", json={"name": "Renamed"})
    listed = client.get("/api/studies").json()
    assert {(one["name"], one["write"]) for one in listed} == {
        ("Study 0", tokens[0]),
        ("Renamed", tokens[1]),
        ("Study 2", tokens[2]),
    }
    assert {one["name"]: one["positions"] for one in listed}["Study 0"] == 1
    assert client.delete(f"/api/studies/{tokens[2]}").status_code == 204
    assert len(client.get("/api/studies").json()) == 2
    assert stranger(client).get("/api/studies").json() == []


def test_a_study_is_exported_and_comes_back_the_same(client):
    token = begun(client, at=5, steps=[other_step(5)])
    first = read(client, token)["nodes"][0]
    client.put(f"/api/studies/{token}/nodes/{first['id']}", json={"version": 1, "comment": "Better.", "name": "Line"})
    note = add(client, token, at=2, steps=[])["node"]
    marks = [{"from": "square:A1", "to": "square:B2"}]
    client.put(f"/api/studies/{token}/nodes/{note}", json={"version": 1, "marks": marks})
    answer = client.get(f"/api/studies/{token}/record", params={"download": 1})
    assert answer.headers["content-disposition"].startswith('attachment; filename="lumiere-study-')
    record = answer.json()
    assert lutetia.replay(record).record() == RECORD
    assert record["variations"] == [
        {"at": 2, "steps": [], "marks": {"2": marks}},
        {"at": 5, "steps": [other_step(5)], "name": "Line", "comments": {"6": "Better."}},
    ]
    again = begun(stranger(client), record=record)
    assert client.get(f"/api/studies/{again}/record").json() == record
    assert client.post("/api/records", json=record).status_code == 201, "programs that only replay take it, too"


def test_there_are_so_many_studies_of_a_person(client, monkeypatch):
    monkeypatch.setattr(studies, "MAX_STUDIES", 2)
    for _study in range(2):
        begun(client)
    answer = client.post("/api/studies", json={"name": "x", "record": RECORD})
    assert (answer.status_code, error(answer)) == (429, "too-many-studies")


def test_an_account_takes_its_studies_with_it_and_a_guests_are_kept_by_registering(client):
    token = begun(client, name="Private thoughts")
    node = add(client, token, at=1, steps=[])["node"]
    client.put(f"/api/studies/{token}/nodes/{node}", json={"version": 1, "comment": "secret"})
    other = stranger(client)
    theirs = begun(other)
    note = add(client, theirs, at=1, steps=[])["node"]
    client.put(f"/api/studies/{theirs}/nodes/{note}", json={"version": 1, "comment": "by me"})
    assert (
        client.post("/api/me/register", json={"login": "ada", "password": "correct horse battery"}).status_code == 200
    )
    exported = client.get("/api/me/export").json()
    assert [study["name"] for study in exported["studies"]] == ["Private thoughts"]
    assert {note["comment"] for note in exported["study_notes"]} == {"secret", "by me"}
    assert client.delete("/api/me").status_code == 204
    assert error(other.get(f"/api/studies/{token}")) == "no-study"
    assert read(other, theirs)["nodes"][0]["by"] is None


def test_a_guests_studies_become_the_members_who_signs_in(client):
    ada = {"login": "ada", "password": "correct horse battery"}
    assert stranger(client).post("/api/me/register", json=ada).status_code == 200
    token = begun(client)
    assert client.post("/api/sign-in", json=ada).status_code == 200
    assert [study["write"] for study in client.get("/api/studies").json()] == [token]


# ---- the engine --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_the_engine_names_turns_that_can_be_played_in_words(client, game):
    record = finished(game, 7)
    token = brought(client, record)
    steps = [lutetia.replay(record, steps=20).legal()[0]]
    body = {"token": token, "at": 20, "steps": steps, "level": 1}
    found = client.post("/api/what-if/engine", json=body).json()
    played = lutetia.replay(record, steps=20)
    played.play(steps[0])
    assert (found["seat"], found["budget"]) == (played.seat, BUDGETS[1])
    for line in found["lines"]:
        beside = played.copy()
        for step in line["steps"]:
            beside.play(step)
        assert len(line["texts"]) == len(line["steps"])
        assert all(line["texts"])
        assert sum(line["chances"].values()) == pytest.approx(1)
    assert client.post("/api/what-if/engine", json=body).json() == found


def test_at_the_end_the_engine_has_nothing_to_say(client):
    found = client.post("/api/what-if/engine", json={"token": brought(client, RECORD)}).json()
    assert (found["seat"], found["lines"]) == (None, [])


@pytest.mark.parametrize("game", ["lumiere", "paris"])
def test_a_turn_that_somebody_tries_is_judged(client, game):
    record = finished(game, 7)
    at = sum(len(turn["steps"]) for turn in record["turns"][:4])
    steps = [*record["turns"][4]["steps"], *record["turns"][5]["steps"]]
    body = {"token": brought(client, record), "at": at, "steps": steps}
    found = client.post("/api/what-if/judged", json=body).json()
    assert (found["turn"], found["seat"]) == (5, record["turns"][4]["seat"])
    assert found["played"] == record["turns"][4]["steps"]
    assert all(found["played_text"] + found["best_text"])
    assert 0 <= found["loss"] <= 1
    assert error(client.post("/api/what-if/judged", json={**body, "steps": []})) == "no-turn"
    assert error(client.post("/api/what-if/judged", json={**body, "steps": ["sing"]})) == "illegal"


def test_there_is_no_engine_in_a_running_game(host):
    game, one, _other = two(host)
    assert error(one.post("/api/what-if/engine", json={"game": game})) == "running"
    view = one.post(f"/api/games/{game}/share", json={}).json()["token"]
    assert error(one.post("/api/what-if/engine", json={"token": view})) == "running"
    seen = look(one, game)["view"]
    assert error(one.post("/api/what-if/engine", json={"view": seen})) == "running"
    assert error(one.post("/api/what-if/judged", json={"game": game, "steps": ["sing"]})) == "running"


def test_a_level_that_is_not_there_is_refused(client):
    token = brought(client, RECORD)
    assert client.post("/api/what-if/engine", json={"token": token, "level": len(BUDGETS)}).status_code == 422
