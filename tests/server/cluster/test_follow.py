"""Two servers on one database: each follows what the other writes, with the message bus and without."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from server.cluster.pair import decider, two_people
from server.times import calm

SOON = 2.0
"""Seconds within which news arrives without NATS."""


def test_a_step_at_one_server_reaches_a_socket_at_the_other(pair):
    game, *people = two_people(pair)
    with people[0].live(pair.b, game) as socket:
        socket.state(0)
        times = []
        for _step in range(12):
            person, state = decider(pair.b, game, *people)
            answer = person.step(pair.a, state)
            assert answer.status_code == 200
            times.append(socket.state(answer.json()["seq"])[1])
        assert sorted(times)[6] < 0.5, "a hint came, not the poll"
        first = socket.seqs()[0]
        assert socket.seqs() == list(range(first, answer.json()["seq"] + 1)), "each event once, in order"


def test_without_nats_news_arrives_by_polling(without_nats):
    pair = without_nats
    game, *people = two_people(pair)
    with people[0].live(pair.b, game) as socket:
        socket.state(0)
        for _step in range(3):
            person, state = decider(pair.a, game, *people)
            answer = person.step(pair.a, state).json()
            assert socket.state(answer["seq"])[1] < SOON
        people[1].post(pair.a, f"/games/{game}/chat", preset="hello")
        assert socket.until(lambda message: message["type"] == "chat")[1] < SOON
        renamed = people[1].ask(pair.a, "PATCH", "/me", json={"name": "Clémence"})
        assert renamed.status_code == 200, renamed.text
        named = lambda m: m["type"] == "state" and "Clémence" in [seat["name"] for seat in m["seats"]]  # noqa: E731
        assert socket.until(named)[1] < SOON
    mover, state = decider(pair.a, game, *people)
    other = next(person for person in people if person is not mover)
    with other.awaiting(pair.b) as lists:
        assert next(lists) == []
        while state["legal"]:
            state = mover.step(pair.a, state).json()
        began = calm()
        assert next(lists) == [game]
        assert calm() - began < SOON


def test_what_is_acknowledged_at_one_server_is_seen_at_the_other(pair):
    game, *people = two_people(pair)
    for n in range(12):
        person, state = decider(pair.b if n % 2 else pair.a, game, *people)
        here, there = (pair.a, pair.b) if n % 3 else (pair.b, pair.a)
        taken = person.step(here, state).json()
        seen = person.get(there, f"/games/{game}")
        assert (seen["seq"], seen["state_hash"]) == (taken["seq"], taken["state_hash"])


def test_of_two_steps_at_once_one_is_taken(pair):
    game, *people = two_people(pair)
    with ThreadPoolExecutor(2) as threads:
        for _round in range(10):
            person, state = decider(pair.a, game, *people)
            person.get(pair.b, f"/games/{game}")
            wanted = {pair.a: state["legal"][0], pair.b: state["legal"][-1]}
            asked = [threads.submit(person.step, server, state, step=step) for server, step in wanted.items()]
            answers = [answer.result() for answer in asked]
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            [taken] = [answer.json() for answer in answers if answer.status_code == 200]
            [refused] = [answer.json() for answer in answers if answer.status_code == 409]
            assert refused["seq"] == taken["seq"] == state["seq"] + 1
            assert refused["view"] == taken["view"]


def test_the_same_request_at_both_servers_has_one_effect_and_one_answer(pair):
    game, *people = two_people(pair)
    with ThreadPoolExecutor(2) as threads:
        for n in range(10):
            person, state = decider(pair.a, game, *people)
            person.get(pair.b, f"/games/{game}")
            asked = [threads.submit(person.step, server, state, f"same{n}") for server in (pair.a, pair.b)]
            answers = [answer.result() for answer in asked]
            assert [answer.status_code for answer in answers] == [200, 200]
            assert answers[0].json() == answers[1].json()
            assert answers[0].json()["seq"] == state["seq"] + 1
    body = {"client_key": "one-undo"}
    both = [person.ask(server, "POST", f"/games/{game}/undo", json=body) for server in (pair.a, pair.b)]
    assert both[0].status_code == 200
    assert both[0].json() == both[1].json()


def test_undo_needs_consent_across_servers(pair):
    game, *people = two_people(pair)
    mover, state = decider(pair.a, game, *people)
    while state["legal"]:  # until the turn passes, an undo is free
        state = mover.step(pair.a, state).json()
    other = next(person for person in people if person is not mover)
    with other.live(pair.b, game) as socket:
        socket.state(state["seq"])
        asked = mover.post(pair.a, f"/games/{game}/undo")
        assert asked["asks"]["undo"]["agreed"] == []
        assert socket.state(asked["seq"])[0]["asks"]["undo"] == asked["asks"]["undo"]
        agreed = other.post(pair.b, f"/games/{game}/undo", agree=True)
        assert agreed["asks"]["undo"] is None
        assert mover.get(pair.a, f"/games/{game}")["legal"], "it is the mover's turn again"


def test_chat_presence_and_names_reach_the_other_server(pair):
    game, host, other = two_people(pair)
    with host.live(pair.a, game) as there:
        there.state(0)
        with other.live(pair.b, game) as here:
            everybody = lambda message: message["type"] == "presence" and len(message["here"]) == 2  # noqa: E731
            assert there.until(everybody)
            assert here.until(everybody)
            host.post(pair.a, f"/games/{game}/chat", preset="hello")
            assert here.until(lambda message: message["type"] == "chat")[0]["preset"] == "hello"
            assert host.ask(pair.a, "PATCH", "/me", json={"name": "Honorine"}).status_code == 200
            named = lambda m: m["type"] == "state" and "Honorine" in [seat["name"] for seat in m["seats"]]  # noqa: E731
            here.until(named)
        there.until(lambda message: message["type"] == "presence" and len(message["here"]) == 1)
        assert not [message for message in there.messages if message["type"] == "error"]


def test_a_renamed_player_is_renamed_where_nobody_follows_the_game(pair):
    game, host, other = two_people(pair)
    other.get(pair.b, f"/games/{game}")
    assert host.ask(pair.a, "PATCH", "/me", json={"name": "Ombeline"}).status_code == 200
    assert "Ombeline" in [seat["name"] for seat in other.get(pair.b, f"/games/{game}")["seats"]]


def test_awaiting_counts_change_at_the_other_server(pair):
    game, *people = two_people(pair)
    mover, state = decider(pair.a, game, *people)
    other = next(person for person in people if person is not mover)
    with other.awaiting(pair.b) as lists:
        assert next(lists) == []
        while state["legal"]:
            state = mover.step(pair.a, state).json()
        assert next(lists) == [game]


def test_a_connection_goes_on_at_the_other_server(pair):
    """Given a socket that ends, when the client connects elsewhere with what it has, then no event is missing."""
    game, *people = two_people(pair)
    seen = []
    last = -1
    for n in range(8):
        with people[0].live((pair.a, pair.b)[n % 2], game, last) as socket:
            socket.state(last)
            person, state = decider(pair.a, game, *people)
            answer = person.step((pair.b, pair.a)[n % 2], state).json()
            if n % 3:
                socket.state(answer["seq"])
            seen += socket.seqs()
            last = seen[-1]
    with people[0].live(pair.b, game, last) as socket:
        socket.state(answer["seq"])
        seen += socket.seqs()
    assert seen == list(range(answer["seq"] + 1))


def test_many_steps_at_the_same_time_keep_all_in_step(pair):
    """Given two sockets and steps that come over both servers at once, then both have seen the same events."""
    game, *people = two_people(pair)
    with people[0].live(pair.a, game) as one, people[1].live(pair.b, game) as two:
        for n in range(12):
            person, state = decider((pair.a, pair.b)[n % 2], game, *people)
            last = person.step((pair.b, pair.a)[n % 2], state).json()["seq"]
        one.state(last)
        two.state(last)
        for socket in (one, two):
            assert socket.seqs() == list(range(socket.seqs()[0], last + 1))


def test_of_two_rematches_asked_for_at_once_there_is_one(pair):
    with ThreadPoolExecutor(2) as threads:
        for _round in range(4):
            game, *people = two_people(pair)
            people[0].post(pair.a, f"/games/{game}/resign")
            asked = zip(people, (pair.a, pair.b), strict=True)
            answers = [threads.submit(person.ask, server, "POST", f"/games/{game}/rematch") for person, server in asked]
            states = [answer.result() for answer in answers]
            assert [answer.status_code for answer in states] == [200, 200], [answer.text for answer in states]
            [following] = {answer.json()["id"] for answer in states}
            assert people[0].get(pair.b, f"/games/{game}")["about"]["next"] == following
            assert people[1].get(pair.a, f"/games/{following}")["status"] == "running", "both have sat down"


def test_games_that_end_at_once_in_both_servers_are_rated_once_each(pair):
    """Each end is asked for at both servers, under one key, and all games count for the same two people."""
    people = [pair.guest() for _person in range(2)]
    for number, person in enumerate(people):
        person.post(pair.a, "/me/register", login=f"rated{number}", password="the rails of the Petite Ceinture")
    games = []
    for _game in range(4):
        game = people[0].post(pair.a, "/games", game="lumiere", seats=["human", "open"], rated=True)["id"]
        people[1].post(pair.b, f"/games/{game}/join")
        for _step in range(10):
            person, state = decider(pair.a, game, *people)
            assert person.step(pair.a, state).status_code == 200
        games.append(game)
    with ThreadPoolExecutor(8) as threads:
        ends = [(server, game) for game in games for server in (pair.a, pair.b)]
        asked = [
            threads.submit(people[1].post, server, f"/games/{game}/resign", client_key="end") for server, game in ends
        ]
        states = [answer.result() for answer in asked]
    assert {state["outcome"]["by"] for state in states} == {"resign"}
    for person in people:
        for server in (pair.a, pair.b):
            assert person.get(server, "/me")["person"]["ratings"]["lumiere"]["games"] == len(games)
