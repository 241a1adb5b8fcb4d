"""The only place where the command line calls the crew.

This module creates the world, the minds and the secretary, and passes them to `agents`. `lifecycle.py`
handles signals, the end of the log, the bundle and the exit code. An error that is raised here ends the
run, with exit code 2 if it is a UserError and with 3 otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from minecrew.agents import (
    Advise,
    CriticView,
    DiscussionView,
    Feedback,
    Fork,
    RecordingWorld,
    RunResult,
    Seat,
    Task,
    Voice,
    VoicedMind,
    World,
    open_world,
    run_crew,
)
from minecrew.bridge import ServerAddress
from minecrew.options import Options
from minecrew.run import person
from minecrew.run.fork_change import changed_task
from minecrew.run.human_critic import Choose, nobody, options_text
from minecrew.run.minds import Models, open_models, seated
from minecrew.run.minds import models as models_of
from minecrew.run.remote import HearVisitor, Remote
from minecrew.runlog import Asked, ForkOrigin, Log, Recording, RunBundle, UserError
from minecrew.seat import serve_seats
from minecrew.skills import Library, SkillRecord, gather_records


@dataclass(frozen=True)
class Persons:
    """The source of lines from people."""

    speak: Voice
    advise: Advise
    choose: Choose = nobody
    visit: Callable[[HearVisitor], None] = lambda hear: None
    """Called with a function that receives what visitors say outside the game's chat."""


async def play(
    task: Task, options: Options, log: Log, bundle: RunBundle, *, remote: Remote | None = None
) -> RunResult:
    """Runs the crew on `task`. When cancelled by a signal, it cleans up within two seconds.

    People use the terminal or, if there is a `remote`, the other end of its pipe.
    """
    async with open_models(task, options) as models:
        typing = Persons(person.speak, person.advise, person.choose)
        if remote is not None:
            typing = Persons(remote.speak, remote.advise, remote.choose, remote.visit)
        records = gather_records(options.out) if models_of(task) else {}
        return await play_live(task, options, log, bundle, models=models, persons=typing, records=records)


async def play_live(
    task: Task,
    options: Options,
    log: Log,
    bundle: RunBundle,
    *,
    models: Models,
    persons: Persons,
    records: Mapping[str, SkillRecord],
    plugin_skills: Collection[str] | None = None,
    forks: Sequence[ForkOrigin] = (),
) -> RunResult:
    """Plays in a world with a server, and records all its answers in the bundle. `records`: the records of
    the skills.

    `plugin_skills`: the only plug-in skills to use; None means all. `forks`: as in `play_crew`.
    """
    address = parse_server(options.server) if options.server else None
    library = Library(options.skills, kept=bundle.skills_path, records=records, plugins=plugin_skills)
    async with open_world(task, log, address=address, port=options.port, library=library) as (world, arena):
        if manifest := bundle.manifest():
            prices = {name: price.model_dump() for name, price in models.budget.prices.items()}
            found = {
                "server": world.server.found,
                "prices": prices,
                "shadowed": tuple(map(str, library.shadows)),
                "records": {name: record.model_dump() for name, record in records.items()},
            }
            bundle.write_manifest(manifest.model_copy(update=found))
        if arena is not None:
            bundle.write_arena(arena)
        knowledge = world.knowledge.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        persons.visit(world.hear)
        with Recording.create(bundle.path, knowledge) as recording:
            noted = RecordingWorld(world, recording, log)

            async def speak(view: DiscussionView) -> str | None:
                return await noted.heard("speak", persons.speak(view), view.agent, lambda line: line)

            async def advise(feedback: Feedback) -> str | None:
                return await noted.heard("advise", persons.advise(feedback), None, lambda line: line)

            async def choose(view: CriticView) -> str | None:
                return await noted.heard("choose", persons.choose(view), view.agent, lambda line: line)

            seats = {name: seat for name, seat in models.seats.items() if isinstance(seat, Seat)}
            async with serve_seats(seats, port=options.seat_port, tell=person.tell):
                result = await play_crew(
                    task,
                    log,
                    run=bundle.id,
                    world=noted,
                    models=models,
                    persons=Persons(speak, advise, choose),
                    human=options.human,
                    forks=forks,
                )
                for seat in seats.values():
                    seat.end(f"{result.outcome}: {result.reason}.")
                return result


async def play_crew(
    task: Task,
    log: Log,
    *,
    run: str,
    world: World,
    models: Models,
    persons: Persons,
    human: tuple[str, ...],
    forks: Sequence[ForkOrigin] = (),
) -> RunResult:
    """Plays in the given world. `human`: the agents for whom a person speaks. `forks`: the points at which
    the run departs from the run that it repeats, oldest first.
    """
    minds = models.minds(task, world.knowledge, world.library, log)

    async def speak(view: DiscussionView) -> str | None:
        log.append(Asked(agent=view.agent, text="what do you say?", wanted="line"))
        return await persons.speak(view)

    async def advise(feedback: Feedback) -> str | None:
        log.append(Asked(text=feedback.text, wanted="advice"))
        return await persons.advise(feedback)

    async def choose(view: CriticView) -> str | None:
        log.append(Asked(text=options_text(view), wanted="choice"))
        return await persons.choose(view)

    for name in human:
        minds[name] = VoicedMind(minds[name], speak)

    def forked(origin: ForkOrigin) -> Fork:
        after, agent = changed_task(task, origin.change), origin.change.agent if origin.change else None
        new = agent and after is not task and models.minds(after, world.knowledge, world.library, log)[agent]
        return Fork(origin, log, world.diverge, mind=new or None)

    return await run_crew(
        task,
        run=run,
        log=log,
        world=world,
        minds=minds,
        secretary=models.secretary(task, world.knowledge, log),
        recruiter=models.recruiter(task, world.library, log),
        specifier=models.specifier(task, log),
        spent=lambda: models.budget.spent,
        unread=models.unread,
        advise=advise,
        forks=[forked(origin) for origin in forks],
        critic=models.critic(task, world.knowledge, log, choose),
        unchosen=(*human, *seated(task)),
    )


def parse_server(text: str) -> ServerAddress:
    """Reads HOST:PORT. Raises UserError."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or len(port) > 5 or not 0 < int(port) < 65536:
        raise UserError(f"--server {text!r} is not HOST:PORT; for example --server 127.0.0.1:25565")
    return ServerAddress(host=host.strip("[]"), port=int(port))
