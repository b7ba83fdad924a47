import { deflateRawSync } from 'node:zlib';

/** How a program writes a file into a ZIP. */
interface Style {
	/** Whether the bytes are stored without compression. */
	isStored?: boolean;
	/** Whether the size comes after the bytes, as programs do that write a stream. */
	hasDescriptor?: boolean;
	/** Whether the sizes are in an extra field, as in large files. */
	isZip64?: boolean;
}

/** Builds a ZIP with files in this order, and with the directory at the end. */
export function zip(files: Record<string, string | Buffer>, style: Style = {}): Buffer {
	const local: Buffer[] = [];
	const central: Buffer[] = [];
	let at = 0;
	for (const [name, content] of Object.entries(files)) {
		const bytes = fileIn(name, Buffer.from(content), style);
		local.push(bytes);
		central.push(listed(name, at));
		at += bytes.length;
	}
	const list = Buffer.concat(central);
	const end = Buffer.alloc(22);
	end.write('PK\u0005\u0006', 'latin1');
	end.writeUInt16LE(central.length, 8);
	end.writeUInt16LE(central.length, 10);
	end.writeUInt32LE(list.length, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...local, list, end]);
}

function fileIn(name: string, content: Buffer, { isStored, hasDescriptor, isZip64 }: Style): Buffer {
	const data = isStored ? content : deflateRawSync(content);
	const extra = Buffer.alloc(isZip64 ? 20 : 0);
	const header = Buffer.alloc(30);
	header.write('PK\u0003\u0004', 'latin1');
	header.writeUInt16LE(hasDescriptor ? 8 : 0, 6);
	header.writeUInt16LE(isStored ? 0 : 8, 8);
	if (!hasDescriptor) {
		header.writeUInt32LE(isZip64 ? 0xffffffff : data.length, 18);
		header.writeUInt32LE(isZip64 ? 0xffffffff : content.length, 22);
	}
	header.writeUInt16LE(Buffer.byteLength(name), 26);
	header.writeUInt16LE(extra.length, 28);
	const descriptor = Buffer.alloc(hasDescriptor ? 16 : 0);
	if (hasDescriptor) {
		descriptor.write('PK\u0007\u0008', 'latin1');
		descriptor.writeUInt32LE(data.length, 8);
		descriptor.writeUInt32LE(content.length, 12);
	}
	return Buffer.concat([header, Buffer.from(name), extra, data, descriptor]);
}

function listed(name: string, at: number): Buffer {
	const header = Buffer.alloc(46);
	header.write('PK\u0001\u0002', 'latin1');
	header.writeUInt16LE(Buffer.byteLength(name), 28);
	header.writeUInt32LE(at, 42);
	return Buffer.concat([header, Buffer.from(name)]);
}
