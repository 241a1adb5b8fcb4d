"""The phrases for interpreting utterances, by their sense; they are the data of the lexicon.

Phrases are separated by commas. `a/b` is either word, `x*` is the beginning of a word, `..` is up to three
words, and `x!y` is x without y before it. They are matched against words as `sentences` gives them: "cannot"
has become "can not", "shall" has become "will". Limits: English only; a sense that only the situation shows
("it's getting late, Bob") is not included.
"""

from __future__ import annotations

_REPROACH = """
    why, what for, what about, how come, focus*, concentrat*, sidetrack*, distract*, off track, off task,
    stop, quit, leave the, forget the, we needed, still need, i needed, supposed to, ought, not what, not
    the, not our, not part, not help/helping/helpful, instead of, not ask/asked, nobody, noone, no one,
    useless, irrelevant, pointless, waste*, unneeded, unnecessary, disappoint*, lazy, slack*, ignor*,
    wander*, drift*, stray*, nonsense, silly, seriously, honestly, come on, rather than, not a single, still
    no, still not, still missing, still waiting, no sign, back to, back on, stick to, stick with, remind*,
    remember, priorit*, been busy, busy with, your task/job/part/assignment/work/order/share/role/turn/bit,
    was/were to, meant to, not get/got/bring/brought/gather/gathered/do/did/make/made/come, where is, where
    are, for nothing, very useful/nice/helpful/pretty/thoughtful/clever, how
    nice/useful/thoughtful/lovely/helpful/kind, congratulations, bravo, wrong, mistake, unacceptable, blame,
    fault, neglect*, abandon*, dodge*, shirk*, i thought, only brought, no use, what use, hilarious,
    impressive, did you, were you, are you, nice collection, museum, hobby, decorat*, promised, except, not
    one, zero, none of, we do not need, do not need, does not need, presumably, apparently, somehow,
    forgot*, not .. want/wanted, admire, marvel*"""
"""Words that blame somebody; the sense 'blame' contains these and more."""

PHRASES: dict[str, str] = {
    "gather": """
        gather*, collect*, fetch*, mine!of, mines, mining, dig/digs/digging, chop*,
        cut/cuts/cutting, harvest*, hunt*, kill*, shear*, slaughter*, pick/picking, search*,
        look/looks/looking for, find, seek*, obtain*, get/gets/getting, grab*, acquire*,
        farm/farming, catch*, milk/milking, fell/felling, fish/fishing, slay*, scour*, knock*,
        pluck*, procur*, secure*, round up, sift*, shovel*, punch*, forage*, tackle*, chase*,
        quarry*, sweep*, comb/combing, scoop*, saw/sawing, reap*, bring/bringing, track*, go for, go
        after, bag/bagging, dive*, net, do/doing .. half/part/other/rest/remaining/second/last, take
        .. half/part/other/rest/remaining/second/last/side, half of, the other half, my share of,
        one each, explore*, scout*, run for, go and get, source, strip, fill, snatch, lure*, herd*,
        raid*, loot*, head for/to/over, try for, set off, climb*, drain, see to, go to, took, going
        along, come along""",
    "make": """
        craft*, make/makes/making, build*, bake/bakes/baking, cook*, smelt*, assembl*, brew*,
        produc*, prepar*, weav*, carv*, set up, forge/forging, melt*, roast*, grind*,
        press/pressing, put together, knit*, fire/firing, fry*, mix*, turn .. into, sew*, plank*,
        bind/binding, glue*, work on, start on, finish .. for, do/doing""",
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
        help/helps/helping, assist*, lend you/him/her/them a hand, give you/him/her/them a hand,
        lend a hand, a hand, support*, join/joining, pitch in, chip in, back you/him/her up, cover
        for, take over, take on, take care of, taking over, do the rest, share the load, lighten*,
        double up, team up, reliev*, step in, muck in, two of us, come along, come with, come over,
        be right over, hand with, lend my, reinforc*, at your side, at your service, for you,
        instead of you, on your behalf, have you covered, split .. with, your rest, your remaining,
        your missing, your part, your share, your last, your other, off your plate, off your hands,
        off your shoulders, leave .. to me, let me do, let me take, use my help, my help, do it for,
        go with, come to you, with you, save you, spare you, make .. easier, make .. lighter, count
        me in""",
    "idle": """
        idle!lie, idles, idling, idly, await*, nap, naps, napping, sleep/sleeping, rest!the, rests,
        resting, relax*, stand/stands/standing
        around/about/by/still/there/guard/ready/watch/near/next/beside/at/here/idle,
        sit/sits/sitting, linger*, loiter*, loafing, laze/lazing, lounge*, twiddl*, thumbs, bored,
        boring, boredom, bystander, have/has/had/with/got nothing to, nothing for, nothing else to,
        nothing to do, no job/task/work/duty/chore/assignment/role, no part in, without a/any
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
        hands, watching me/us/the/him/her, hold/holds/holding the
        fort/table/things/sticks/materials/lantern/door/ladder/torch, do not .. until, later on you,
        kick/kicking my/your heels, cool my/your heels, redundant, leftover hand, holiday, lazy*,
        reserve, vacant, unused, wasted on me, remain/remains/remaining
        here/there/idle/at/behind/by, remain, chill, have nothing, has nothing, nothing left for,
        can prepare, no rush for you, put your/his/her feet, warm up the, on ice, with your arms,
        arms folded, take the evening/day/morning off, no errand, without work, without duty, dead
        weight, kept busy by nothing, not have to do anything, not have anything, leaves
        you/me/him/her free, still free, is left over, has time, have time, got time, keep back,
        look pretty, look after the, mind the, watches, watch, babysit*, housekeep*, wait*, need not
        do, need do nothing, free pair, no need for you, no need of you, none so far, none yet,
        keep/keeps/keeping the .. company, look/looks/looking at the, look/looks on, turn comes,
        keep/keeps the fire, hold my, not need you/him/her, not need .. for this, not have a/any
        task/job/work/part, have no part, do without you, nothing this, nothing yet, nothing so far,
        have a rest/seat/sit, take a seat/rest/nap/break, catch your breath, save your strength,
        spare your legs, no hurry for, until i call, till i call""",
    "done": """
        done, finished, finish/finishes/finishing, complete/completed/completes, completing, got
        all, all set, wrapped up, have all, nothing left, in the bag, i am free, free now, now free,
        through with, accomplished, fulfilled, sorted, ticked off, crossed off, full set, is/are/be
        made, is/are ready, all here, already have/got/made/hold, have made, have got, have
        collected, have crafted, have gathered, have mined, i made, i crafted, i gathered, i
        collected, is over, is through, out of the way, checked off, taken care of, settled,
        succeeded, all ready, are in my, is in my, are all in, is met, have delivered, is behind me,
        with mine, mine are, mine is, all mine, early, ahead, what i had to, all of my, all my, is
        here, are here, i have my, i got my, got mine, have mine, spare time now, that is me, ready""",
    "accept": """
        yes, yeah, yep, yup, yea, aye, ay, sure, certainly, ok, fine, agree/agreed/agrees,
        accept/accepted/accepts, deal, alright, all right, right, great, perfect*, excellent,
        wonderful, lovely, awesome, brilliant, super, cool, neat, nice, sounds
        good/great/like/fine/lovely/perfect/fair, thank/thanks/thankful, thankyou, thx, cheers,
        please, go for it, go ahead, on you go, do it, do that, much appreciated, appreciate*,
        grateful, kind, bless you, angel, legend, hero, lifesaver, saviour, savior, star, pleasure,
        gladly, by all means, be my guest, why not, of course, absolutely, definitely, exactly,
        welcome, works for, fair enough, take you up, love to/it/that/you, would love, happy to,
        approved, affirmative, roger, copy that, understood, got it, will do, would help, help a
        lot, would be great/nice/good/welcome/lovely, be glad, i am in, count me in, as you
        say/wish/like/please, if you like/want/must/insist/wish, consider it, suits, bravo, smart,
        clever, sweet, gracias, merci, danke, granted, have at it, knock yourself, be quick, no
        objection*, nothing against, will not argue, will not say no, would not say no, best news,
        owe you, relief, phew, confirm*, noted, acknowledged, i will only, so i only, leaves me,
        that leaves, that saves, i will gladly, i will take, i take, taken, dibs, you are on, you do
        that, let us, i would not mind, do not mind, saves, mate, marvellous, splendid, superb,
        fantastic, gold, hooray, hurray, yay, wow, oh good, good, better, even better, meet you/me,
        i will use, i will meet, by the, half each, then, one each, in that case""",
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
    "blame": f"""
        {_REPROACH},
        what are/were/was/is, enough, we need, should, agreed, agreement, plan/plans/planned, not
        on, instead, really, would be nice/great/lovely/good, return to, but, funny, any chance,
        wow, promise, need to, must, please, lost, beautiful, pretty, lovely, great, needed""",
    "own_up": """
        sorry, apolog*, my bad, my fault, my mistake, my error, mea culpa, forgive*, guilty, blame
        me, on me, right, a point, point taken, fair*, good point, true, touche, admit*, confess*,
        realise*, realize*, i see, i know, asham*, embarrass*, sidetrack*, distract*, carried away,
        drifted, strayed, wandered, lost focus/track/sight, should have, should not have, was wrong,
        was silly/stupid/foolish/dumb, silly, stupid, foolish, deserve*, earned that, busted, oops,
        whoops, ups, ouch, refocus*, focus*, concentrat*, back to, back on, back at, get back, go
        back, going back, return*, resum*, switch*, no more, not happen, not again, never again,
        straight away, make it up, amends, make up for, hear you, heard, message received, lesson,
        consider it done, you got me, enough of, understood, understand, noted, got it, as planned,
        stick to, yes, yeah, yep, aye, ok, fine, alright, agree*, sure, roger, of course, promise*,
        swear, excus*, caught, reminder, reminding, misread, misunder*, mixed up, forgot*, will do,
        i will, i am off, i am going, on my way, i go, i get, i do, i stop, stopping, put .. away,
        put .. down, drop/dropping the, off to, now, first thing, will not, i owe, nothing but, only""",
    "defy": """
        nobody/noone tells/orders me, disagree*, refuse*, will not
        stop/change/go/do/get/leave/apologise/apologize, i will keep, i keep, keep on, keep
        doing/making/building/crafting/mining/collecting/digging/going, carry on, carrying on,
        continue/continuing/continues, go on with, going on with, more important, matters more, more
        useful, better than, i need them/these/those/this/it, mind your, none of your, leave me, not
        your business, not the boss, what i want, what i like, as i please, who cares, so what,
        whatever, do not tell me, do not care, i do not see, do not order, i prefer, rather, who
        made you, who are you, why should i, yourself, not interested, deny, not true, untrue,
        false, i did not, was on it, i had to, had permission, told me to, was told, not a mistake,
        on purpose, you are wrong, you are mistaken, am right, nonsense, rubbish, ridiculous,
        unfair, ignore*, nope, nah, no, never, am not, more fun, like it, like them, like my, stay
        with, staying with, stick with my, you will thank, will need them, will need it, worth,
        later, not now, busy, complain*, maybe, perhaps""",
    "lack": """
        need/needs/needed, lack/lacks/lacking, missing, short, without, run out, out of, require*,
        still, want/wants, not enough, too few, have/has no, have/has none, no .. yet, not .. yet,
        remaining, left, to go, struggl*, stuck, trouble*, difficult*, hard, no luck, fail*, unable,
        not able, not find, not found, zero, only, behind, slow*, long way, open, pending,
        unfinished, incomplete, ran away, ran off, got away, escaped, died, lost, broke, stole,
        nothing, to do, outstanding, not done, not finished""",
    "hold": """
        have, has, having, got, hold/holds/holding, own, owns, carry/carries/carrying, keep/keeping,
        possess*, with me, on me, spare, extra*, surplus, leftover*, left over, too many, too much,
        plenty, more than, unused, lying around, lying about, sitting in, in here, rotting, dust,
        weigh*, useless to me, mine, my, here are, here is, still with""",
    "trade": """
        trade, trades, trading, swap*, exchange*, barter*, in return, if you give, if you hand, if
        you bring, if you let, quid pro, pay me, price, sell*, buy*, costs you, against
        one/two/three/a/your, your .. for my, my .. for your""",
    "meanwhile": """
        while, whilst, meanwhile, meantime, at the same time, simultan*, parallel*, alongside,
        during, at once, as well, too, also, instead, rather, concurrent*, save time, gain time,
        faster, quicker, efficien*, sooner, speed*, half, until then, till then, side by side, not
        .. waste, each, both, before you are back, by the time""",
    "share": """
        another, half, halve, split, share, part of, some of, one of, two of, three of, the other,
        the rest, second, remaining""",
    "later": """
        once i, as soon as i, when i have, when i am back, after i, when i get, when i find, if i
        find, after mining, after gathering, after collecting, after hunting, as soon as it, later,
        when they are, when it is ready, will have, will mine, will gather, will collect, will
        fetch, will dig""",
    "commit": """
        i will, i can, i could, i would, i may, i might, i am going, i am happy, i am glad, let me,
        i volunteer, i propose, i suggest, i offer, i want to, i like to, allow me, should i, can i,
        could i, may i, will i, how about i, what about i, what if i, why do i not, why do not i, me
        to, i am off, i am on, i go, i get, i take, i gather, i do, i make, i craft, i fetch, i
        mine, i cut, i help, i bring, i give, i drop, i join, i come, to me, i am taking, i am
        getting, i am coming, i am bringing, i am giving, i am putting, i am leaving, i am dropping,
        i start, i collect, i hunt, i dig, i chop, i put, i leave, i hand, i pass, i also, i too, i
        share, i have time, i better, i had, my turn, on me, i vote i, i promise, i shear, i kill, i
        harvest, i build, i cook, i search, i look, i find, i grab, i pick, i chase, i finish, i
        cover, me too, i rather, i sooner, i prefer, i intend, i plan, i mean to, i try, i am for,
        mind if i, ok if i, i say i, i then, i now, i just, i only, we will, let us, we can, we
        could, how about we, we both, we should, we each, both of us""",
    "offering": """
        can, could, would, let, may, might, happy, glad, volunteer, propose, suggest, offer, allow,
        should, how about, what if, what about, want me, like me, mind, also, too, instead, rather,
        sooner, gladly, for you, leave, why do, yours, free""",
    "ask": """
        can you, could you, would you, will you, please give, give me, hand me, pass me, bring me,
        lend me, throw me, drop me, toss me, spare me, help me, can i have, could i have, may i
        have, can i get, could i get, can i borrow, could i borrow, may i borrow, can i take, may i
        take, i need you, i want you, we need you, does anyone, does anybody, does someone, anyone
        have, anybody have, who has, who have, who can, who could, who will, has anyone, has
        anybody, has someone, anyone got, anybody got, someone help, somebody help, anyone help,
        give us, help us, a hand please, do you have, have you got, need help, need a hand, need
        your, i would like you, be so kind, be so good, be a dear, make yourself useful, making
        yourself useful, mind giving, any to spare, got any, is there any, i could use a hand, could
        use help, could use some help, help please, please help, for me please, to me please, let me
        have, i want from you, send me, share with me, i will have yours, i ask, asking, ask you to,
        ask you for, i would like one/some/your, i would like to have, i want one/some/your, i could
        do with one/some/your, give .. to me, hand .. to me, pass .. to me, bring .. to me, can
        spare, any chance, someone spare, anyone spare, anybody spare""",
    "wish": """
        you like some, you like mine, would you like, you want some, do you have use, you have mine,
        could you use, can you use, would you want me, if you would""",
    "spurn": """
        rather than, instead, without, no point, no reason, no need, not just, not going, i am not,
        i will not, would rather not, would not, hate, sick of, tired of, better than, beats, no
        use, no fun, i can not, not want, not like, not made for, no good at, bad at, boring, bored,
        why should, no longer, waste of, pity to, shame to, too young, seems silly, dull, would be
        idle, was not idle, were not idle, otherwise, i would be, makes no sense, not suit""",
    "yours": """
        yours, help yourself, feel free, you can have, you can take, you can use, you may have, you
        may take, use mine, take mine, have mine, take my, have my, use my, from me, off me, want
        it, want them, if you want, if you like, for you, off my, want some, want mine, you could
        use, you should have, you will have, you will get, you get""",
    "ahead": """
        i have to, going to, i will, let me, i can, i could, will have, i would, i am going, can
        have, may have, could have, want to""",
    "past": """
        i have got, i got, i made, i did, i was, i had, have been, has been, have made, you made,
        you did, you were, you got, you brought""",
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
    "regret": """
        sorry*, apolog*, pardon*, my bad, my fault, my mistake, you are right, admit*, confess*,
        realise*, realize*, sidetrack*, distract*, carried away, silly*, stupid*, foolish*, oops*,
        whoops*, forgot*, guilty*, caught, got me, not again, no excuse, point taken, will not
        happen, deserve*, earned that, srry, culpa, fair, touché, dawdl*, elsewhere, lost the
        thread, not defend, had it coming, shame on me, blame me, busted, hands up, was wrong""",
    "seconds": """
        agree*, exactly, same, indeed, true, second/seconded/seconding, my thought*, so do i, so am
        i, me too, hear hear, is right, are right, has a point, think so too, what she/he said,
        likewise, precisely, quite so, as she/he says, as she/he said, plus one, ditto, with
        her/him/you on, my words, took the words, absolutely, well said""",
    "awaits": """
        then, afterwards, afterward, after that, later, once, when i am back, until, till, as soon
        as, when it is, when they are, when i have, at the end, for now, when you have it, when all
        is here, last""",
    "abandons": """
        can wait, are mine but, is mine but, my own can, mine can, leave mine, leave my, drop my,
        mine later, my .. later, leave that, put mine aside, put my .. aside, forget mine, skip my,
        let mine, not finished mine, not done with mine, not ready with mine, have not finished, am
        not done, am not finished, still have to, still .. to go but, abandon*, instead of my,
        rather than my, mine are not, mine is not""",
    "reproach": _REPROACH,
}
"""Sense -> its phrases: deeds first, then attitudes, circumstances, moods."""
