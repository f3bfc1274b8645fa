package hazard

// The remedies of objectRules.
const (
	GuardFromHelm  Remedy = "guard the object one commit earlier, until the Kustomization has forgotten it"
	SuspendRelease Remedy = "suspend the HelmRelease before it goes, so that nothing is uninstalled"
	TakeOverFirst  Remedy = "let the Kustomization take the object over, marked helm.sh/resource-policy: keep, one commit before it leaves the chart"
	KeepRelease    Remedy = "keep release name, namespaces and chart, or plan for the new release"
	NameMade       Remedy = "name what it makes as roots of the layout"
	KeepAddress    Remedy = "keep the fields that decide the address, or move the clients first"
	OneTool        Remedy = "let the other tool let go of it first, or leave it to that tool"
	AddFirst       Remedy = "add the new object in one revision, and drop the old one in a later one"
	KeepInvariant  Remedy = "change the revision so that it holds, or take it out of the layout"
	GuardBothIDs   Remedy = "guard the object under both ids until no inventory has the old one"
	KeepID         Remedy = "keep its namespace and name, or say under moved in the layout that it is meant"
	OrderApply     Remedy = "let the one that needs it depend on the one that brings it, or put both into one Kustomization"
	KeepOwner      Remedy = "keep the owner, or take the ownerReference off first"
)

// objectRules are about what an object is and what it depends on, whoever owns
// it.
var objectRules = []Rule{
	{
		Code: "FM-035", Name: "API group change", Severity: Loses,
		Harm: "The object gets another API group, and is deleted under the old one while it lives on under the new.",
		Why: "An inventory knows an object by group, kind, namespace and name. Another version is the same object, another group is " +
			"not. A few kinds moved from one group to another, and the API server serves both from one store (extensions/Ingress and " +
			"networking.k8s.io/Ingress): the run that applies the new id finds the old one gone from its render, with its own label on " +
			"it, and deletes the one object there is. Where the old group is served no more, the entry deletes nothing.",
		Source:   "R6.1, R6.6, R0.2; M1",
		Remedies: []Remedy{GuardBothIDs, DisablePrune},
	},
	{
		Code: "FM-036", Name: "the manifest stays, the object does not", Severity: Loses,
		Harm: "A namespace or a prefix makes another object of a manifest: the old object is deleted with what it holds, the new one begins empty.",
		Why: "targetNamespace, or a namespace or namePrefix in a kustomization file, changes the id of every object below, that of a " +
			"Namespace manifest included. In Git one line changes; in the cluster a claim is deleted and " +
			"another one is bound to a new volume, a release is uninstalled and installed anew, a Namespace goes with what others made in it.",
		Source:   "R4.6, R4.7, R10.1, R10.4; R12, R21, R23, R59",
		Remedies: []Remedy{KeepID, GuardObjects},
	},
	{
		Code: "FM-037", Name: "needed before it is there", Severity: Blocks,
		Harm: "What one Kustomization applies needs a Namespace or a CustomResourceDefinition that another one brings, and nothing makes it wait.",
		Why: "The API server refuses an object whose kind it does not serve or whose namespace is not there, and one refused object " +
			"stops its stage of the apply and the later ones. With luck the next try finds it. Where the one that brings it waits for the " +
			"one that needs it, no try ever does. Within one Kustomization the order is right: definitions and Namespaces come first. A " +
			"definition that a chart brings is not among them: a resource of that kind in the Kustomization of the HelmRelease is refused " +
			"together with the HelmRelease, at every try. What a chart brings is not in Git; the name of a release in the group of the " +
			"kind is taken to say it.",
		Source:   "R5.4, R2.5, R3.1; R52, M3",
		Remedies: []Remedy{OrderApply, SplitRevision},
	},
	{
		Code: "FM-038", Name: "removed before what rests on it", Severity: Warns,
		Harm: "A CustomResourceDefinition or a release goes together with what rests on it, in no order.",
		Why: "Nothing orders deletions of several Kustomizations, and within one nothing waits for them to end. With a definition go all " +
			"objects of its kind, those that Git does not know included. Resources whose operator is gone keep their finalizers: they, and " +
			"the definition and Namespace around them, stay Terminating, and what they stand for is never cleaned up.",
		Source:   "R10.1, R6.5, R3.5; R49, R51, R68",
		Remedies: []Remedy{SplitRevision},
	},
	{
		Code: "FM-039", Name: "owner taken away", Severity: Loses,
		Harm: "The object names another one in its ownerReferences, and goes with it.",
		Why: "Kubernetes deletes what names only owners that are gone, whoever applied it. Flux sets no ownerReferences, and operators " +
			"do: on what they make, and on what they were told to adopt. Owner labels and guards are not looked at.",
		Source:   "R10.5",
		Remedies: []Remedy{KeepOwner, GuardObjects},
	},
	{
		Code: "FM-040", Name: "another Helm release", Severity: Loses,
		Harm: "A HelmRelease that stays stands for another Helm release: the old one is uninstalled with all it made.",
		Why: "A Helm release is known by its name and the namespace that its history is kept in, and helm-controller asks for target " +
			"namespace and chart name as well. If one of them changes, it uninstalls what it installed and installs it anew, with new " +
			"addresses and new volumes. A prefix on the name of a HelmRelease renames its release; a targetNamespace puts itself before the " +
			"name. Where a chart is only referred to, another reference may be another chart. Another repository for the same chart is none.",
		Source:   "R10.4; R59",
		Remedies: []Remedy{KeepRelease},
	},
	{
		Code: "FM-041", Name: "from a Kustomization to a chart", Severity: Loses,
		Harm: "An object leaves a Kustomization while a HelmRelease comes whose chart makes it: prune deletes it after Helm has taken it over.",
		Why: "Helm changes neither the owner labels of Flux nor its inventory, so the Kustomization goes on taking the object for its own " +
			"and deletes it when it leaves the render. Helm thinks it installed and makes it anew only at the next upgrade. Helm itself " +
			"refuses an object that it has not made, unless helm-controller takes it over or the object carries the annotations of its " +
			"release. The same holds where the HelmRelease was there before, and another chart or other values have it make the object. " +
			"What a chart renders is not in Git: what bears the release's name in its namespace is taken to be meant, but not what the " +
			"HelmRelease reads.",
		Source:   "R0.2, R6.3; R32, R58",
		Remedies: []Remedy{GuardFromHelm, DisablePrune},
	},
	{
		Code: "FM-042", Name: "from a chart to a Kustomization", Severity: Loses,
		Harm: "A Kustomization takes over what a HelmRelease has made, and that is uninstalled or upgraded: Helm deletes the object whoever owns it.",
		Why: "An uninstall deletes what the stored release has, an upgrade what the new one has no longer, and neither asks for a label of " +
			"Flux. An uninstall leaves what is marked helm.sh/resource-policy: keep in the stored release; there a mark in the new manifest " +
			"is too late. An upgrade leaves what is marked so in the cluster, so a Kustomization that applied the mark one commit " +
			"earlier keeps the object. A HelmRelease that is deleted while it is suspended uninstalls nothing; one that is suspended and " +
			"resumed is upgraded then. Upgrades by a range of versions are in no commit, and not seen.",
		Source:   "R10.4; R21, R58, R59",
		Remedies: []Remedy{SuspendRelease, TakeOverFirst},
	},
	{
		Code: "FM-043", Name: "made by another object", Severity: Loses,
		Harm: "A ResourceSet or FluxInstance makes objects that no state here has: what becomes of them, and what they do, is not followed.",
		Why: "Flux Operator makes objects from templates and inputs, deletes what left them, and deletes all when the ResourceSet goes. " +
			"Kustomizations that it makes build from the same Git and prune like any other: a file that leaves their path is deleted by them, " +
			"and a Kustomization that takes it over contests it with them. Of templates the names are read, with inputs that the manifest " +
			"itself lists; names that nothing but an unknown input makes, and resourcesTemplate, are not.",
		Source:   "R5.3, R0.2; R57, R69",
		Remedies: []Remedy{NameMade, GuardObjects},
	},
	{
		Code: "FM-044", Name: "the same object at another address", Severity: Loses,
		Harm: "The object lives on with its UID, and clients may no longer reach it where they did.",
		Why: "An address belongs to what a controller or a cloud has made for the object: another class gives it to another controller, " +
			"another type of Service gives its load balancer back, another static address or a switch from public to internal makes a new " +
			"one. A listener or port that goes ends it for its clients. Nothing is deleted that Flux knows of, so no guard helps, and " +
			"changing it back does not bring the old address back. Only the fields before and after are compared; what the cloud makes of " +
			"them is not known.",
		Source:   "R5.1; R01, R25",
		Remedies: []Remedy{KeepAddress},
	},
	{
		Code: "FM-045", Name: "two tools on one object", Severity: Loses,
		Harm: "Another tool writes the live object as well: each undoes what the other does, and either may delete it for both.",
		Why: "Flux applies by force and reports no conflict with another manager. Argo CD, Terraform, Pulumi or a Helm release that hold " +
			"the object put their content back, make it anew after Flux has deleted it, and delete it when it leaves their own source; none " +
			"asks for the labels or the guard of Flux. An entry in managedFields outlives the tool, so it does not prove that the tool still " +
			"runs; what it holds can never be unset by Flux. Entries of kubectl are taken over by the next run.",
		Source:   "R5.1, R5.10, R5.11; R32, R56, R58",
		Remedies: []Remedy{OneTool},
	},
	{
		Code: "FM-046", Name: "the old goes before the new is there", Severity: Loses,
		Harm: "The layout says that an object becomes another one, and the old one can be deleted while the new one is not there yet.",
		Why: "One Kustomization that has both applies the new object before it prunes the old one. Two of them run in any order, and a " +
			"finalizer waits for nobody. In between there is neither.",
		Source:   "R6.2, R1.3, R1.8; R12, R59",
		Remedies: []Remedy{AddFirst, GuardObjects},
	},
	{
		Code: "FM-047", Name: "declared invariant broken", Severity: Blocks,
		Harm: "The layout declares what has to hold beside the identity of objects, and the change does not keep it.",
		Why: "oneOwner: an object has several owners once the change is made. builds: in a state that the change passes, a Kustomization does " +
			"not build, or waits for one that is not there or for itself. sameAddress: a field changes that decides where clients reach an " +
			"object. No step of a plan mends that, so there is none.",
		Source:   "R5.3, R2.5, R3.1, R3.6, R5.1",
		Remedies: []Remedy{KeepInvariant},
	},
}
