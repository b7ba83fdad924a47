// The package contains no code of others, but data: the dialing rules in dialPlans.json are made from libphonenumber's metadata.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/** The text of dist/THIRD_PARTY_NOTICES.txt, with the licenses of everything in the package that others made. */
function noticesText() {
	const manifest = require.resolve('libphonenumber-js/package.json');
	const { version } = require(manifest);
	const mit = readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8');
	// libphonenumber-js doesn't contain the Apache License. TypeScript has the same one.
	const apache = readFileSync(require.resolve('typescript/LICENSE.txt'), 'utf8');
	const parts = [
		`nodes/shared/values/dialPlans.json contains dialing rules from the metadata of libphonenumber-js ${version}\n(https://gitlab.com/catamphetamine/libphonenumber-js). This package keeps only a part of that metadata, in another format.\nlibphonenumber-js has this license:`,
		mit,
		"libphonenumber-js takes the metadata from Google's libphonenumber (https://github.com/google/libphonenumber),\nCopyright (C) 2009 The Libphonenumber Authors. It has this license:",
		apache,
	];
	return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}

module.exports = { noticesText };
