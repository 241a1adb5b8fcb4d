/** What a skill is called with, as somebody types it. */

/**
 * 'oak_log, 2' as ['oak_log', '2'], '[1, 2], "a, b"' as ['[1,2]', '"a, b"']: JSON where all of it is, else words
 * between commas.
 */
export function readArguments (text) {
  try {
    return JSON.parse(`[${text}]`).map(one => JSON.stringify(one))
  } catch {
    return text.split(',').map(one => one.trim())
  }
}
