package planner

// remedy is one thing to do about all that an owner can lose.
type remedy struct {
	name string
	// fits says whether it can be done, and where it cannot, in a sentence why
	// not; "" where nobody would think of it.
	fits  func(*builder, *group) (why string, fits bool)
	price func(*builder, *group) price
	apply func(*builder, *group)
	words func(*builder, *group) string
}

const asIs = "nothing"

// doNothing is the first option of every group.
var doNothing = remedy{name: asIs, fits: always, price: free, apply: func(*builder, *group) {}, words: func(*builder, *group) string { return "" }}

func always(*builder, *group) (string, bool) { return "", true }

func free(*builder, *group) price { return price{} }

// gitRemedies are made by commits; of one price, the one that asks for less
// comes first.
var gitRemedies = []remedy{
	{
		name: "late", fits: fitsLate,
		price: func(b *builder, g *group) price { return b.forgets(price{merges: 1, edits: 2}, g.owner) },
		apply: func(b *builder, g *group) { b.chosen.late[g.owner] = true },
		words: func(_ *builder, g *group) string {
			return "prune: false on " + g.owner.String() + " in the commit of the change itself"
		},
	},
	{
		name: "ordered", fits: fitsOrdered,
		price: func(b *builder, _ *group) price { return b.earlier(1) },
		apply: func(b *builder, g *group) { b.chosen.ordered[g.owner] = true },
		words: func(b *builder, g *group) string {
			return "the new dependsOn of " + g.owner.String() + " one commit earlier"
		},
	},
	{
		name: "orphan", fits: fitsOrphan,
		price: func(b *builder, g *group) price { return b.forgets(b.earlier(1), g.owner) },
		apply: func(b *builder, g *group) { b.chosen.orphan[g.owner] = true },
		words: func(_ *builder, g *group) string {
			return "deletionPolicy: Orphan on " + g.owner.String() + " one commit earlier"
		},
	},
	{
		name: "guard", fits: fitsGuard, price: (*builder).priceOfGuards,
		apply: func(b *builder, g *group) { b.guardInFiles(g.causes) },
		words: func(_ *builder, g *group) string {
			return "a guard in the manifest of " + displays(g.ends()) + " one commit earlier"
		},
	},
	{
		name: "window", fits: fitsWindow, price: (*builder).priceOfWindow,
		apply: func(b *builder, g *group) { b.chosen.window[g.owner] = true },
		words: func(_ *builder, g *group) string {
			return "prune: false on " + g.owner.String() + " one commit earlier"
		},
	},
	{
		name: "belt", fits: fitsBelt,
		price: func(b *builder, g *group) price { return b.forgets(b.earlier(2), g.owner) },
		apply: func(b *builder, g *group) { b.chosen.orphan[g.owner], b.chosen.belt[g.owner] = true, true },
		words: func(_ *builder, g *group) string {
			return "deletionPolicy: Orphan and prune: false on " + g.owner.String() + " one commit earlier"
		},
	},
	{
		name: "stub", fits: fitsStub,
		price: func(b *builder, g *group) price { return b.forgets(b.earlier(3), g.owner) },
		apply: func(b *builder, g *group) { b.chosen.stub[g.owner] = true },
		words: func(_ *builder, g *group) string {
			return "an empty stub in place of " + g.owner.String() + " one commit earlier"
		},
	},
}

// liveRemedies are made by hand in the cluster. Of one price, a guard comes
// first: what is not wanted any more is still deleted by its owner.
var liveRemedies = []remedy{
	{
		name: "guard live", fits: fitsLiveGuard,
		price: func(_ *builder, g *group) price { return price{hand: 2 * len(g.ends()), waits: 1} },
		apply: func(b *builder, g *group) { b.guardLive(g.causes) },
		words: func(_ *builder, g *group) string { return "a guard on the live " + displays(g.ends()) },
	},
	{
		name: "spare", fits: fitsSpare,
		price: func(b *builder, g *group) price { return b.forgets(price{hand: 1, waits: 1}, g.owner) },
		apply: func(b *builder, g *group) { b.chosen.spare[g.owner] = true },
		words: func(_ *builder, g *group) string { return "deletionPolicy: Orphan on the live " + g.owner.String() },
	},
	{
		name: "suspend", fits: fitsSuspend,
		price: func(b *builder, g *group) price {
			if _, stays := b.to.Kustomization(g.owner); stays {
				return price{hand: 2, waits: 2}
			}
			return b.forgets(price{hand: 1, waits: 1}, g.owner)
		},
		apply: func(b *builder, g *group) { b.chosen.suspend[g.owner] = true },
		words: func(_ *builder, g *group) string { return g.owner.String() + " suspended by hand" },
	},
}
