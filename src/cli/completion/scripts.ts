/** The shells that are helped. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
export type ShellName = (typeof SHELLS)[number]

/** What each shell evaluates. It asks `hubswitch __complete`, whose first line says `words` or `files`; each further one is a value, a tab and what it is. */
const SCRIPTS: Record<ShellName, string> = {
  bash: String.raw`# Completion of hubswitch for bash 4 or newer.
_hubswitch() {
  local lines line
  COMPREPLY=()
  mapfile -t lines < <(HUBSWITCH_COMPLETE_LINE="${'$'}{COMP_LINE:0:COMP_POINT}" command hubswitch __complete bash "$COMP_WORDBREAKS" 2>/dev/null)
  if [[ "${'$'}{lines[0]}" == files ]]; then
    compopt -o default 2>/dev/null
    return
  fi
  compopt +o default 2>/dev/null
  for line in "${'$'}{lines[@]:1}"; do
    COMPREPLY+=("${'$'}{line%%$'\t'*}")
  done
  # A flag that takes its value behind "=" is not finished.
  if [[ ${'$'}{#COMPREPLY[@]} -eq 1 && "${'$'}{COMPREPLY[0]}" == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F _hubswitch hubswitch
`,
  zsh: String.raw`#compdef hubswitch
# Completion of hubswitch for zsh.
_hubswitch() {
  local -a lines values shown
  local line value about
  lines=("${'$'}{(@f)$(command hubswitch __complete zsh "${'$'}{(@Q)words[2,CURRENT-1]}" "${'$'}{(Q)PREFIX}" 2>/dev/null)}")
  if [[ "${'$'}{lines[1]}" == files ]]; then
    compset -P '--*='
    _files
    return
  fi
  for line in "${'$'}{(@)lines[2,-1]}"; do
    value="${'$'}{line%%$'\t'*}"
    about="${'$'}{line#*$'\t'}"
    values+=("$value")
    shown+=("$value${'$'}{about:+  $about}")
  done
  (( ${'$'}{#values} )) && compadd -l -d shown -- "${'$'}{(@)values}"
}
if [[ "${'$'}{funcstack[1]}" == _hubswitch ]]; then
  _hubswitch "$@"
else
  compdef _hubswitch hubswitch
fi
`,
  fish: String.raw`# Completion of hubswitch for fish.
function __hubswitch_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l lines (command hubswitch __complete fish $words[2..-1] "$token" 2>/dev/null)
    if test "$lines[1]" = files
        set -l flag (string match -r -- '^--[^=]*=' "$token")
        for found in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$token"))
            printf '%s%s\n' "$flag" "$found"
        end
    else if set -q lines[2]
        printf '%s\n' $lines[2..-1]
    end
end
complete -c hubswitch -f -a '(__hubswitch_complete)'
`,
  powershell: String.raw`# Completion of hubswitch for PowerShell.
Register-ArgumentCompleter -Native -CommandName hubswitch -ScriptBlock {
  param($word, $ast, $position)
  $length = [Math]::Max(0, $position - $ast.Extent.StartOffset)
  $env:HUBSWITCH_COMPLETE_LINE = $ast.ToString().PadRight($length).Substring(0, $length)
  try {
    hubswitch __complete powershell 2>$null | Select-Object -Skip 1 | ForEach-Object {
      $value, $about = $_ -split "${'`'}t", 2
      if (-not $about) { $about = $value }
      [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
  } finally {
    Remove-Item Env:HUBSWITCH_COMPLETE_LINE
  }
}
`,
}

/** The script with which a shell completes command lines of this program. */
export function shellScript(shell: ShellName): string {
  return SCRIPTS[shell]
}
