// The games that have a front end of their own, one line each. A game that is not listed gets the generic one.
export { manifest as lumiere } from './lumiere/manifest';
export { manifest as paris } from './paris/manifest';
