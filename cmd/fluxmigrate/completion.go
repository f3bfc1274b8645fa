package main

import (
	"io"

	"github.com/urfave/cli/v2"
)

const bashCompletion = `# bash completion for fluxmigrate: source <(fluxmigrate completion bash)
_fluxmigrate() {
    local cur opts
    cur="${COMP_WORDS[COMP_CWORD]}"
    if [[ "$cur" == -* ]]; then
        opts=$("${COMP_WORDS[@]:0:COMP_CWORD}" "$cur" --generate-bash-completion 2>/dev/null)
    else
        opts=$("${COMP_WORDS[@]:0:COMP_CWORD}" --generate-bash-completion 2>/dev/null)
    fi
    mapfile -t COMPREPLY < <(compgen -W "$opts" -- "$cur")
}
complete -o bashdefault -o default -F _fluxmigrate fluxmigrate
`

const zshCompletion = `#compdef fluxmigrate
# zsh completion for fluxmigrate: source <(fluxmigrate completion zsh)
_fluxmigrate() {
    local -a opts
    local cur=${words[-1]}
    if [[ "$cur" == -* ]]; then
        opts=("${(@f)$(${words[@]:0:#words[@]-1} ${cur} --generate-bash-completion 2>/dev/null)}")
    else
        opts=("${(@f)$(${words[@]:0:#words[@]-1} --generate-bash-completion 2>/dev/null)}")
    fi
    if [[ -n "${opts[1]}" ]]; then
        _describe 'values' opts
    else
        _files
    fi
}
if [[ "${funcstack[1]}" = _fluxmigrate ]]; then
    _fluxmigrate "$@"
else
    compdef _fluxmigrate fluxmigrate
fi
`

func completionCommand(out output) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "write the completion script of a shell",
		UsageText: "fluxmigrate completion bash|zsh|fish",
		BashComplete: func(ctx *cli.Context) {
			_, _ = io.WriteString(ctx.App.Writer, "bash\nzsh\nfish\n")
		},
		Action: func(ctx *cli.Context) error {
			shell, err := atMostOne(ctx, "shell")
			if err != nil {
				return err
			}
			script, err := completionScript(ctx.App, shell)
			if err != nil {
				return err
			}
			return out.whole(func(w io.Writer) error {
				_, err := io.WriteString(w, script)
				return err
			})
		},
	}
}

func completionScript(app *cli.App, shell string) (string, error) {
	switch shell {
	case "bash":
		return bashCompletion, nil
	case "zsh":
		return zshCompletion, nil
	case "fish":
		return app.ToFishCompletion()
	case "":
		return "", usagef("fluxmigrate completion bash|zsh|fish", "completion needs a shell")
	}
	return "", usagef("fluxmigrate completion bash|zsh|fish", "there is no completion for %q", shell)
}
