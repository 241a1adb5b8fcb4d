"""Ways of saying the same, by situation: what must be found whatever the words, and what must not.

Written for these tests; none of it stands in the corpus. `{...}` is filled in by the tests.
"""

TIME = """goal paper 6
team Ann Ben
near talk volunteer: for the test
round
Ann: {plan}
Ben: {offer}
Ann: {reply}
plan Ann: Gather {na} sugar cane.
plan Ben: {bens}
"""
PLANS = """I'll get all six canes, you can wait here, Ben.
six canes: me. ben: stay at the table
My plan: I gather the sugar cane while Ben stands by at the crafting table.
Ben, just relax this round. I'm going for the canes.
I'd say I harvest the cane and you stay ready to craft.
i go cut the six cane, you do nothing ok
Only one of us needs to go for cane. I'll go; the other one rests.
Ben has nothing to do until I'm back with the six canes.
I will collect 6 sugar cane. Ben should wait for me and then craft the paper.
No work for Ben yet, I fetch the cane alone.""".splitlines()
OFFERS = """Waiting is boring. I could take three of the canes.
To save time, I can gather half of the sugar cane in parallel.
nah lets both go, 3 each
Why don't I collect three too, while you're at it?
I might as well get three of them myself instead of idling.
I propose that we both gather sugar cane, three each.
I don't wanna just stand here. gimme three of those canes
I'd be happy to gather some cane as well while you're at the river.
How about I grab the three on the other bank?
Let me cut a few canes meanwhile, it'll go quicker.
What if I took the far bank? Then we're done in half the time.
i no like to wait, i also go for cane, three
Or I come along and we split the canes.
I have time, so I'll harvest three canes on the west side at the same time.
Mind if I chop three as well? Hands are idle otherwise.
I'm free anyway, three canes are on me.
Shall I do the other half in the meantime?
I can be more useful than that: three canes from me.
Instead of waiting I will gather 3 sugar cane at the same time as you.
Twiddling my thumbs helps nobody. Half the cane is mine.
Since I have nothing to do, I'll take on three sugar canes.
gather three canes meanwhile, i can do that
Me, wait? With cane next door? I'll be cutting three before you've sharpened an axe.""".splitlines()
YES = """Great idea, thanks!
ok
Sure, three each then.
Fine by me.
Agreed. I will gather 3 sugar cane and you gather 3 sugar cane.
yes pls
Even better.
Deal!
Suits me, then I only need three.
Perfect, go ahead. [END]
Can't argue with that.
Sounds like a plan.
As you wish.
good, u take left bank""".splitlines()
NO = """No, stay where you are, please.
No thanks, I'd rather do it alone.
Nah, keep the table warm.
I'd prefer you at the table.
Thanks, but I can manage.
Not this time.""".splitlines()
RES = """goal book 1
team Ann Ben Cid
near talk volunteer: for the test
has Ben: leather 2, bread 1
has Ann: paper 3
round
Ann: {lack}
Ben: {offer}
Ann: {reply}
plan Ann: {anns}
plan Ben: {bens}
plan Cid: Wait.
"""
LACKS = """I have the paper, now I need one leather for the book.
Paper's ready. I'm off to hunt a cow.
still no leather :(
My paper is done. Leather is missing; I will look for cows.
I'm a leather short of a book.
Cows are nowhere to be seen around here.""".splitlines()
GIVES = """I have two leather in my bag, you can have one.
Take one of my leathers, Ann, I don't need it.
i got leather, u want it? its yours
Ann, I happen to hold two leather. I'll drop one for you at the table.
Leather? I've a spare one. Catch!
No need to hunt: I'm carrying two leather and I'd gladly hand you one.
Here, have one of mine. My leather is only gathering dust.
I will give 1 leather to Ann so that she can craft the book.
I could spare a leather.
Would one of my two leathers help? It's all yours.
I put a leather into the chest for you.
My leather is your leather, help yourself.
Got 2 leather, can toss you one if you like.
I offer my leather to Ann.
Let me give you the leather I'm holding.
Ann dont go hunt, i throw you one leather from mine""".splitlines()
THX = """Thank you!
oh great, ty
Yes please.
Lovely, I'll take it.
I accept, thank you. [END]
That saves me a hunt!
You're the best. Meet you at the table.
nice, drop it here""".splitlines()
DECL = """No thanks, I have found one.
Keep it, you'll need it yourself.
That's kind, but I'd rather hunt my own.
Not necessary.
nah im good""".splitlines()
ASKS = """Ben, can you give me one leather?
Does anyone have a leather for me?
Please drop me a leather, Ben.
Could I have one of your leathers, Ben?
Who has leather? I need one.
Hand me a leather, will you, Ben?
I'd like one of Ben's leathers, please.
Ben, give 1 leather to me.
Ben should give me the leather.
Would you mind sharing a leather, Ben?
ben leather pls""".splitlines()
ASS = """goal book 1
team Ann Ben
near talk volunteer: for the test
round
Ann: Ben paper, I do the leather.
Ben: Paper, okay.
plan Ann: Get 3 leather.
plan Ben: Make 3 paper.
Ben did: make 3 paper
Ann failed: get 3 leather
held Ben: paper 3
held Ann: leather 1
round
Ann: {trouble}
Ben: {offer}
Ann: {reply}
plan Ann: Get {na} leather.
plan Ben: {bens}
"""
TROUBLE = """The cows keep running away, two leather to go.
I've got one leather only.
Still struggling with the leather.
one leather so far, cows are fast
I will keep hunting for the two remaining leather.
Sorry, I failed to get enough leather.""".splitlines()
HELPS = """My paper is finished, so I'll help you with the leather.
I'm done with mine. Let me take one of the leathers.
done here, i go hunt a cow too
Since I've completed my task, I can assist Ann in getting the leather.
Paper's all made. Want me to chase a cow?
All set on my side; I could get one leather for you.
ok my 3 paper ready. i can catch one cow for you
I have finished crafting the paper. I'd be glad to support you with the remaining leather.
Paper is in the bag, so count me in for the hunt.
Now that I'm free I'll come over and hunt with you.
I've nothing left to do. One of the cows is mine!
My part is done, leave one leather to me.
As my paper is complete, I propose that I gather 1 leather to lighten your load.""".splitlines()
ASKH = """Can you help me with the leather, Ben?
Ben, please get one leather, I can't do it alone.
I need help with the cows!
Ben, you get one leather, I get the other.
Could somebody lend me a hand with the leather?
Help me out here, Ben, two leather missing.
Ben should hunt one cow now.""".splitlines()
CON = """goal book 1
team Ann Ben Cid
near talk volunteer: for the test
round
Ann: Ben, three canes please. I do the leather.
Ben: Three canes, okay.
plan Ann: Get 1 leather.
plan Ben: Gather 3 sugar cane.
plan Cid: Craft a crafting table.
held Ann: leather 1
held Ben: {held}
held Cid: crafting_table 1
round
Ann: {crit}
Ben: {ack}
Cid: Fine.
plan Ann: Wait.
plan Ben: {bens}
plan Cid: Wait.
"""
CRIT = """Ben, why did you dig up all that dirt? We need cane.
Ben, I see you were busy with dirt, but the canes are what we agreed on.
dirt ben? srsly?
Lovely pile of dirt, Ben. Paper won't come of it though.
Ben, please focus on your task: three sugar canes.
Not a single cane, Ben!
You were supposed to bring cane, Ben.
Ben, I noticed that you collected dirt rather than sugar cane. We should all stick to the plan.
How is dirt going to help us, Ben?
We waited for your canes, Ben, and you come with dirt.""".splitlines()
ACK = """Sorry, I got distracted. I'll get the canes now.
You're right. Cane it is.
my bad, going for cane
I realize I strayed from the plan; I will refocus on the sugar cane.
Guilty. Three canes, coming up.
Ok ok, no more digging.
Understood, I'll return to my task.
Point taken.
yes boss, cane now
I apologise for the confusion and will gather 3 sugar cane this round.
Ouch. Fair. Cane.
Oops, forgot. On my way to the river.
I hear you, three canes next.
That was dumb of me.""".splitlines()
REJ = """The dirt is more important, I'll carry on.
No, I need this dirt.
I like digging. Leave me alone.
Why should I? Get them yourself.
Dirt first, cane maybe later.
I disagree, we'll need the dirt.
I won't stop digging.""".splitlines()

WAITS = """OK.
Fine, I'll wait.
Sure thing, I'll be at the table.
k
Alright, I'll stand by.
Good plan!
I will wait for the canes and then craft the paper.""".splitlines()
SPLITS = """Let's each get three canes.
You three canes, me three canes.
Ben, please gather 3 canes, I do the other 3.
We both should gather cane, three each.""".splitlines()
PARALLEL = """OK.
Three canes, on it.
I'll gather three canes.
Sure, I can gather three sugar canes.
Will do. Then we meet at the table.
Let's both go at once to save time.""".splitlines()
GRANTS = """Sure, here you go.
Of course, you can have one of my leathers.
Yes, I'll drop one leather for you.
I'll give you one, Ann.""".splitlines()
STAYS = """Great, I'll wait here.
Take your time.
I'll craft the book once you have it.
OK, then I rest.
My paper is done.""".splitlines()
GIVES_IN = """Sure, my paper is finished anyway.
I'm done, I'll help you.
Of course, I'll get one leather.
Okay, one leather from me.""".splitlines()
NEUTRAL = """Will you go along to the river, Ben?
Three canes are still open.
Good morning everybody!
I'll make the book as soon as there is paper.""".splitlines()
