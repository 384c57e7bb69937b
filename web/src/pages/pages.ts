// All other pages in one chunk, because they compress better together.
export { default as ConfirmMail } from './mail/ConfirmMail.svelte';
export { default as Forgotten } from './mail/Forgotten.svelte';
export { default as ResetPassword } from './mail/ResetPassword.svelte';
export { default as Friend } from './Friend.svelte';
export { default as Help } from './Help.svelte';
export { default as Invitation } from './Invitation.svelte';
export { default as Settings } from './Settings.svelte';
export { default as Profile } from './Profile.svelte';
export { default as RuleSheet } from './rules/RuleSheet.svelte';
export { default as RulesPage } from './rules/RulesPage.svelte';
export { default as TablePage } from './table/TablePage.svelte';
