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
// "None was found" is an answer only of a complete search: Result.Complete. One
// that ended earlier says why (Result.End) and how far it got (Result.Covered).
//
// A search uses several goroutines, and what it finds does not depend on how many:
// batch.go says why. It holds each state once, with about 20 bytes beside it, and
// 4 bytes for each step if goals are asked for. `go test -bench .` measures both.
package explore
