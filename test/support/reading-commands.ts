/** Commands that change nothing, here or at a service: `property get`. */
export const READING = new RegExp(
  `^(?:${[
    'estate status|worker list|help|version|api|commands|completion|doctor|explain|api spec|init',
    'facility .*|product .*|profile list|room .*|calendar .*|map .*',
    'auth (?:status|token|whoami)',
    'property (?:by-channel|count|details|facets|facilities|get|identifiers|ids|info get|list-id|logos|ready|search|sitemap)',
    'reservation (?:list|lookup)',
    'resnotif (?:explain|generate|lint|listen list|listen show|preview)',
    'run (?:list|show|verify|lock list|journal check)',
    'sandbox (?:status|faults|outbox list|outbox show)',
    'unit (?:find|get|identifiers|list|payment-types|types)',
  ].join('|')})$`,
)
