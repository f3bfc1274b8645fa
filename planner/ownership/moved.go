package ownership

// Move says that one object is meant to become another: a hint of the layout.
type Move struct{ From, To ObjectID }
