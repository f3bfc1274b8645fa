package hazard

// objectRules are about what an object is and what it depends on, whoever owns
// it.
var objectRules = []Rule{}
