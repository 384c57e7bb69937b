// Write src/lib/schema.d.ts from openapi.json, which `python -m lutetia openapi` prints.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const here = new URL('..', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('openapi.json', here), 'utf8'));
const head = '// Made of openapi.json by `npm run types`; not edited by hand.\n';
writeFileSync(new URL('src/lib/schema.d.ts', here), head + astToString(await openapiTS(schema)));
