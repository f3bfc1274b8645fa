// Package explore visits every state of a transition system. It knows no Flux.
//
// A caller describes a Model: the states it may start in and the steps that are
// possible in each. Run visits every state that can be reached, nearest first,
// and answers two questions of the caller's choice:
//
//   - safety (Options.Bad): can a step be taken that breaks the property? The
//     answer is the shortest run that ends in such a step.
//   - completion (Options.Goal): can a goal be reached from every state? If not,
//     the answer is the shortest run into a state from which no goal can be
//     reached any more.
//
// "No" is an answer only of a search that ended by itself: Result.Complete.
package explore
