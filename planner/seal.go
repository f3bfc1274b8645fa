package planner

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
)

// Seal notes in a plan what it says, so that CheckSeal finds a later edit. It
// is the last thing done to a plan.
func Seal(p *Plan) error {
	seal, err := SealOf(p)
	if err != nil {
		return err
	}
	p.Seal = seal
	return nil
}

// SealOf gives the seal that a plan should have: a digest of everything else
// that Encode writes of it. It keeps accidents and careless hands out, and not
// somebody who makes a new seal as well.
func SealOf(p *Plan) (string, error) {
	bare := *p
	bare.Seal = ""
	document, err := Encode(&bare)
	if err != nil {
		return "", fmt.Errorf("sealing a plan: %w", err)
	}
	sum := sha256.Sum256(document)
	return "sha256:" + hex.EncodeToString(sum[:]), nil
}

// CheckSeal says whether a plan is what was sealed. It fails on a plan that
// was edited since, and on one that never was sealed.
func CheckSeal(p *Plan) error {
	if p.Seal == "" {
		return errors.New("the plan has no seal, so nobody can tell whether it was edited")
	}
	seal, err := SealOf(p)
	if err != nil {
		return err
	}
	if seal != p.Seal {
		return errors.New("the plan was edited after it was made: its seal is that of another text")
	}
	return nil
}
