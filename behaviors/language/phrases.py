"""The phrases for interpreting utterances, by their sense; they are the data of the lexicon.

Phrases are separated by commas. `a/b` is either word, `x*` is the beginning of a word, `..` is up to three
words, and `x!y` is x without y before it. They are matched against words as `sentences` gives them: "cannot"
has become "can not", "shall" has become "will". Limits: English only; a sense that only the situation shows
("it's getting late, Bob") is not included.
"""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "gather": """
        gather*, collect*, fetch*, mine!of, mines, dig/digs/digging, chop*, cut/cuts/cutting,
        harvest*, hunt*, kill*, shear*, pick/picking, search*, look/looks/looking for, find,
        obtain*, get/gets/getting, grab*, farm, catch*, milk, fell, fish/fishing, slay*, knock*,
        sift*, shovel*, chase*, quarry*, comb, reap*, bring/bringing, track*, go for, go after, bag,
        do .. half/other, take .. other/second, half of, one each, scout*, go and get, herd*, set
        off, see to, go to, took, come along""",
    "make": """
        craft*, make/makes/making, build*, bake/bakes/baking, cook*, smelt*, prepar*, carv*, set up,
        melt*, fire, plank*, work on, do/doing""",
    "give": """
        give/gives/giving, pass/passes/passing, drop/drops/dropping, toss*, throw/throws/throwing,
        donat*, lend*, spare, deliver*, contribut*, slip, transfer*, part with, supply*, chuck*,
        fling*, yours, help yourself, mine to use, use mine, take mine, have mine, take my, have my,
        use my, let you have, let you use, you can/may/could/might/should/will have/take/use/get,
        feel free to, present you, for free, over to you, send*, free to take, they are for you, it
        is for you, all for you, take them/it/these/those/this/some, have them/it/these/those, use
        them/it/these/those, off me, off my hands, from me, from mine, leave/leaving .. for you,
        leave .. in, put/putting .. in, put .. into, stash*, deposit*, lay .. in, go/goes to you,
        can go to, is/are there for, at your disposal, my gift, a gift, gift*, provid*, offer you,
        offer my, offer .. to, treat you, surrender*, hold .. out, want
        it/them/these/those/some/mine, need it/them/mine/these/those, bring/bringing you, catch
        these/this, cede, equip you, outfit you, set .. aside for, take .. of mine, have .. of mine,
        would .. be any use, any use to you, of use to you, could .. use, what i have, sharing,
        i/will/can/could/to/would share, share it/them/my/mine/some/with, hand
        you/him/her/them/over/it/one/two/three/some/out/a, handing, hands you/him/her,
        i/will/can/could/to/would hand""",
    "help": """
        help/helps, assist*, lend you a hand, a hand, support*, join, take on, lighten*, two of us,
        come along, come with, come over, for you, split .. with, leave .. to me, let me take, go
        with, with you, count me in""",
    "idle": """
        idle!lie, idles, idling, idly, await*, nap, naps, napping, sleep/sleeping, rest!the, rests,
        resting, relax*, stand/stands/standing
        around/about/by/still/there/guard/ready/watch/near/next/beside/at/here/idle,
        sit/sits/sitting, linger*, loiter*, loafing, laze/lazing, lounge*, twiddl*, thumbs, bored,
        boring, boredom, bystander, had/with/got nothing to, nothing for, nothing else to, nothing
        to do, no job/task/work/duty/chore/assignment/role, no part in, without a/any
        job/task/work/part, do/does/doing/done nothing, not do/doing anything, not .. anything to
        do, feet up, a break, a breather, stay/stays/staying
        put/here/behind/home/back/idle/at/in/with/by/near, be/is/am/are/being/get/stay ready, ready
        to craft/assemble/build/bake/make/receive/cook, on standby, standby, hang/hangs/hanging
        around/about/tight/out/back, spare time, time to kill, time on my/your/her/his hands, kill
        time/killing, unassigned, unemploy*, unoccupied, empty hands, empty handed, hands are/be
        empty/free/idle, free hands, hands free, both hands, keep still, hold
        on/still/position/tight/your/the fort, guard/guards/guarding, the watch, keep an eye,
        keep/keeps/keeping watch/company/order/guard/warm, keep .. warm, keep .. company, enjoy
        the/your, take/taking it easy, count/counting the/clouds/sheep, sunbath*, nothing planned,
        nothing assigned, jobless, dozing, daydream*, gaze*, gazing, star/stare/staring at,
        admire/admiring, breathe, day off, afternoon off, morning off, off duty, have/has .. off,
        ornament, statue, free until, free till, free this, free for now, are free, is free, am
        free, be free, you are not needed, you are not required, pass the time, whistl*, hum a,
        moral support, cheer/cheers/cheering on/us/me, spectat*, onlooker, sidelines, hibernat*,
        stay out of, take the round off, pause/pauses/pausing, spare pair, spare hands, keep your
        hands, watching me/us/the/him/her, hold the table, hold the things, hold the sticks, hold
        the materials, hold the lantern, hold the door, hold the ladder, hold the torch, holds the
        fort, holds the table, holds the things, holds the sticks, holds the materials, holds the
        lantern, holds the door, holds the ladder, holds the torch, holding the fort, holding the
        table, holding the things, holding the sticks, holding the materials, holding the lantern,
        holding the door, holding the ladder, holding the torch, do not .. until, later on you,
        kick/kicking my/your heels, cool my/your heels, redundant, leftover hand, holiday, lazy*,
        reserve, vacant, unused, wasted on me, remains here, remains there, remains idle, remains
        at, remains behind, remains by, remaining here, remaining there, remaining idle, remaining
        at, remaining behind, remaining by, remain, chill, have nothing, has nothing, nothing left
        for, can prepare, no rush for you, put your/his/her feet, warm up the, on ice, with your
        arms, arms folded, take the evening/day/morning off, no errand, without work, without duty,
        dead weight, kept busy by nothing, not have to do anything, not have anything, leaves
        you/me/him/her free, still free, is left over, has time, have time, got time, keep back,
        look pretty, look after the, mind the, watches, watch, babysit*, housekeep*, wait*, need not
        do, need do nothing, free pair, no need for you, no need of you, none so far, none yet,
        keep/keeps/keeping the .. company, look/looks/looking at the, look/looks on, turn comes,
        keep/keeps the fire, hold my, not need you/him/her, not need .. for this, not have a/any
        task/job/work/part, have no part, do without you, nothing this, nothing yet, nothing so far,
        have a rest/seat/sit, take a seat/rest/nap/break, catch your breath, save your strength,
        spare your legs, no hurry for, until i call, till i call""",
    "done": """
        done, finished, finish, complete/completed, all set, nothing left, in the bag, i am free,
        through with, sorted, are made, is/are ready, have made, have got, have crafted, are in my,
        is in my, are all in, ahead, all my, is here, that is me, ready""",
    "accept": """
        yes, yeah, yep, yup, aye, sure, certainly, ok, fine, agree/agreed, accept/accepted, deal,
        alright, all right, right, great, perfect*, excellent, wonderful, lovely, cool, nice, sounds
        good/like, thank/thanks, thx, cheers, please, go for it, go ahead, do it, do that,
        appreciate*, kind, bless you, angel, legend, pleasure, gladly, by all means, why not, of
        course, absolutely, exactly, works for, would love, happy to, approved, understood, got it,
        will do, would be great, be glad, i am in, count me in, as you wish, if you like/want,
        consider it, suits, bravo, sweet, phew, confirm*, noted, acknowledged, i will only, that
        leaves, that saves, i will gladly, i will take, i take, taken, you are on, let us, mate,
        marvellous, splendid, gold, yay, wow, good, better, even better, meet you, by the, then, one
        each""",
    "refuse": """
        no, nope, nah, decline*, refuse*, reject*, disagree*, not need, not necessary, not want, not
        bother, keep it, keep them, keep yours, keep your, hang on to, rather not, rather you,
        rather do, have/got plenty/enough, have/got my own, i am good, i am covered, i already have,
        already got, i will pass, not interested, unnecessary, leave it alone, leave me, forget it,
        stay out, hands off, not happening, out of the question, i can manage, i manage, i will
        manage, by myself, on my own, myself alone, i do it alone, not now, not today, mind your
        own, you do rather, absolutely not, not a chance, negative, insist on, am not going to, save
        it, save them, stick to your, stick with your, i am fine, we are fine, under control, not
        yours, let me be, i like doing, prefer to/you/it/that, not this time, stay where, stay at
        your, put them/it back, never mind, do not, thanks but, thank you but""",
    "blame": """
        why, what for, what about, how come, focus*, concentrat*, sidetrack*, distract*, off track,
        off task, stop, quit, leave the, forget the, still need, supposed to, ought, not what, not
        the, not our, not part, not help/helping/helpful, not ask/asked, nobody, noone, no one,
        useless, irrelevant, pointless, waste*, unneeded, unnecessary, disappoint*, lazy, slack*,
        ignor*, wander*, drift*, stray*, nonsense, silly, seriously, honestly, come on, rather than,
        not a single, still no, still not, still missing, still waiting, no sign, back to, back on,
        stick to, stick with, remind*, remember, priorit*, been busy, busy with, your
        task/job/part/assignment/work/order/share/role/turn/bit, was/were to, meant to, not
        get/got/bring/brought/gather/gathered/do/did/make/made/come, where is, where are, for
        nothing, very useful/nice/helpful/thoughtful/clever, how
        nice/useful/thoughtful/helpful/kind, congratulations, bravo, wrong, mistake, unacceptable,
        blame, fault, neglect*, abandon*, dodge*, shirk*, i thought, only brought, no use, what use,
        hilarious, impressive, did you, were you, are you, nice collection, museum, hobby, decorat*,
        promised, except, not one, zero, none of, do not need, does not need, presumably,
        apparently, somehow, forgot*, not .. want/wanted, admire, marvel*, what are/were/was/is,
        enough, we need, should, agreed, agreement, plan/plans/planned, not on, instead, really,
        would be nice/good, return to, but, funny, any chance, wow, promise, need to, must, please,
        lost, beautiful, pretty, lovely, great, needed""",
    "own_up": """
        sorry, apolog*, my bad, my mistake, my error, forgive*, guilty, on me, right, point taken,
        fair*, true, admit*, realize*, i see, i know, distract*, drifted, lost sight, was wrong, was
        silly/dumb, deserve*, earned that, busted, oops, ouch, focus*, concentrat*, back to,
        return*, resum*, no more, hear you, consider it done, you got me, understood, understand,
        noted, got it, stick to, yes, yeah, yep, aye, ok, fine, alright, agree*, sure, of course,
        promise*, excus*, caught, forgot*, will do, i will, i am off, i am going, on my way, i go, i
        get, i do, put .. away, put .. down, off to, now, first thing, will not, only""",
    "defy": """
        will not stop, more important, so what, rather, why should i, ignore*, never, busy, maybe""",
    "lack": """
        need/needs/needed, missing, short, out of, require*, still, want/wants, no .. yet, not ..
        yet, remaining, left, to go, hard, zero, only, behind, slow*, open, nothing, to do,
        outstanding""",
    "hold": """
        have, has, having, got, hold/holding, own, carry/carries/carrying, keep, possess*, with me,
        on me, more than, unused, lying about, mine, my, here is""",
    "trade": "swap*, in trade, us trade, trade you, trade my, if you bring, against one",
    "meanwhile": """
        while, whilst, meanwhile, meantime, at the same time, parallel*, during, at once, as well,
        too, also, instead, rather, save time, faster, efficien*, sooner, half, not .. waste, each,
        both""",
    "share": """
        another, half, halve, split, share, part of, some of, one of, two of, three of, the other,
        the rest, second, remaining""",
    "later": """
        as soon as i, when i have, after i, will have, will mine, will gather, will collect, will
        fetch, will dig""",
    "commit": """
        i will, i can, i could, i would, i might, i am going, i am happy, let me, i volunteer, i
        propose, i suggest, i offer, allow me, should i, may i, will i, how about i, what if i, why
        do not i, me to, i am off, i am on, i go, i get, i take, i gather, i do, i make, i craft, i
        fetch, i mine, i cut, i help, i bring, i give, i come, to me, i am getting, i am coming, i
        am bringing, i am putting, i collect, i hunt, i dig, i chop, i put, i hand, i pass, i also,
        i have time, on me, i promise, i shear, i build, i cook, i search, i look, i find, i pick, i
        finish, i prefer, i intend, i am for, mind if i, we will, let us, we can, we both,
        we should, both of us""",
    "offering": """
        can, could, would, let, may, might, happy, volunteer, propose, suggest, offer, allow,
        should, how about, what if, want me, mind, also, too, instead, rather, gladly, for you,
        leave, why do, yours, free""",
    "ask": """
        can you, could you, would you, will you, give me, hand me, bring me, lend me, drop me, toss
        me, help me, could i have, may i have, could i get, may i borrow, does anyone, who has, who
        can, who could, has anybody, help us, need help, need your, be so good, making yourself
        useful, i ask, i would like one, give .. to me, hand .. to me""",
    "spurn": """
        rather than, instead, without, no point, no reason, no need, not just, not going, i am not,
        i will not, would rather not, would not, hate, sick of, tired of, better than, beats, no
        use, no fun, i can not, not want, not like, not made for, no good at, bad at, boring, bored,
        why should, no longer, waste of, pity to, shame to, too young, seems silly, dull, would be
        idle, was not idle, were not idle, otherwise, i would be, makes no sense, not suit""",
    "yours": """
        yours, help yourself, you can have, you can take, from me, off me, want it, if you want, if
        you like, for you, off my, you will have, you get""",
    "ahead": """
        i have to, going to, i will, let me, i can, i could, will have, i would, i am going, want to""",
    "past": """
        i have got, i got, i did, i was, have been, has been, have made, you were, you got""",
    "insist": """
        more important, carry on, carrying on, disagree, refuse, why should i, not my, mind your,
        none of your, so what, who cares, do not care, will not stop, keep on, i keep, will keep,
        keep going, keep at, continue with, stay with, stick with my, better than, i prefer, i had
        to, not true, never, my business, need them, need these, leave me, you are wrong, not the
        boss, do not tell, i like, whatever, not now, will continue, get it yourself, do it
        yourself, no way, maybe later, matters more, i would rather, on purpose, i am not going""",
    "own": """
        sorry*, apolog*, pardon*, my bad, my fault, my mistake, culpa, touché, elsewhere, lost the
        thread, not defend, you are right, fair, point taken, admit*, confess*, realise*, realize*,
        sidetrack*, distract*, carried away, drift*, strayed*, wandered*, should have, was wrong,
        silly*, stupid*, foolish*, deserve*, earned that, oops*, whoops*, refocus*, back to, back
        on, no more, not again, never again, will not happen, from now on, guilty*, caught, lesson*,
        enough of, excuse*, forgot*, will stop, i stop, not do it again, understood*, understand*,
        agreed*, agree, true""",
    "seconds": """
        agree*, exactly, same, indeed, true, second/seconded/seconding, my thought*, so do i, so am
        i, me too, hear hear, is right, are right, has a point, think so too, what she/he said,
        likewise, precisely, quite so, as she/he says, as she/he said, plus one, ditto, with
        her/him/you on, my words, took the words, absolutely, well said""",
    "awaits": "then, afterwards, until, till, when i have",
    "reproach": "why, focus*, distract*, supposed to, instead of, nobody, not .. want",
}
"""Sense -> its phrases: deeds first, then attitudes, circumstances, moods."""
