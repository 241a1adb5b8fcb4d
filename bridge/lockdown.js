'use strict'
/**
 * Locks this process's realm (SES), as the sandbox requires. Modules that change a prototype must be loaded before this
 * file.
 */
require('ses')

module.exports = function lockDown () {
  globalThis.lockdown({
    evalTaming: 'unsafe-eval', // the protocol is compiled with eval in the trusted realm
    errorTaming: 'unsafe', // keeps the stack, from which a failure's line is read
    overrideTaming: 'severe',
    consoleTaming: 'unsafe',
    domainTaming: 'unsafe',
    errorTrapping: 'none',
    unhandledRejectionTrapping: 'none'
  })
}
