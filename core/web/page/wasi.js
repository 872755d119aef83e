// The calls of WASI preview 1 that the program makes: a read-only file system, clocks, random numbers, and standard
// input and output as strings.

const SUCCESS = 0;
const BAD_FILE = 8;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 52;
const NOT_A_FOLDER = 54;
const READ_ONLY = 69;

const CHARACTER_DEVICE = 2;
const FOLDER = 3;
const FILE = 4;

const STDIN = 0;
const ROOT = 3;

// Flags of path_open for creating, truncating and requiring a folder.
const CREATE_OR_TRUNCATE = 1 | 8;
const ONLY_FOLDER = 2;

export class Wasi {
  /** The next message to the program. */
  input = new Uint8Array();
  /** What the program has written. */
  output = "";

  /** Mounts files, given as texts by path, in a folder. */
  constructor(mount, files) {
    this.mount = new TextEncoder().encode(mount);
    this.root = { entries: new Map() };
    for (const [path, text] of Object.entries(files)) {
      const names = path.split("/");
      const name = names.pop();
      let folder = this.root;
      for (const part of names) {
        if (!folder.entries.has(part)) folder.entries.set(part, { entries: new Map() });
        folder = folder.entries.get(part);
      }
      folder.entries.set(name, { bytes: new TextEncoder().encode(text) });
    }
    this.open = new Map([[ROOT, { node: this.root, at: 0 }]]);
    this.next = ROOT + 1;
  }

  /** Calls an exported function with a message, and returns what it writes. */
  call(run, message) {
    this.input = new TextEncoder().encode(message);
    this.output = "";
    run();
    return this.output;
  }

  /** The imports of the program. A call that is not listed is not supported. */
  get imports() {
    const calls = {};
    for (const name of Object.getOwnPropertyNames(Wasi.prototype)) {
      if (/^(args|environ|clock|random|proc|sched|fd|path)_/.test(name)) calls[name] = this[name].bind(this);
    }
    return { wasi_snapshot_preview1: new Proxy(calls, { get: (all, name) => all[name] ?? (() => NOT_SUPPORTED) }) };
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  find(folder, at, length) {
    const path = new TextDecoder().decode(this.bytes(at, length));
    let node = folder.node;
    for (const name of path.split("/")) {
      if (name !== "" && name !== ".") node = node?.entries?.get(name);
    }
    return node;
  }

  args_sizes_get(count, size) {
    this.view.setUint32(count, 0, true);
    this.view.setUint32(size, 0, true);
    return SUCCESS;
  }

  args_get() {
    return SUCCESS;
  }

  environ_sizes_get(count, size) {
    return this.args_sizes_get(count, size);
  }

  environ_get() {
    return SUCCESS;
  }

  clock_time_get(clock, _precision, at) {
    const milliseconds = clock === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
    return SUCCESS;
  }

  random_get(at, length) {
    crypto.getRandomValues(this.bytes(at, length));
    return SUCCESS;
  }

  sched_yield() {
    return SUCCESS;
  }

  proc_exit(code) {
    throw new Error(`the program has ended with code ${code}`);
  }

  fd_prestat_get(fd, at) {
    if (fd !== ROOT) return BAD_FILE;
    this.view.setUint32(at, 0, true);
    this.view.setUint32(at + 4, this.mount.length, true);
    return SUCCESS;
  }

  fd_prestat_dir_name(fd, at) {
    if (fd !== ROOT) return BAD_FILE;
    this.bytes(at, this.mount.length).set(this.mount);
    return SUCCESS;
  }

  fd_fdstat_get(fd, at) {
    const file = this.open.get(fd);
    if (!file && fd > 2) return BAD_FILE;
    this.bytes(at, 24).fill(0);
    this.view.setUint8(at, file ? kind(file.node) : CHARACTER_DEVICE);
    this.view.setBigUint64(at + 8, ~0n, true);
    this.view.setBigUint64(at + 16, ~0n, true);
    return SUCCESS;
  }

  stat(node, at) {
    this.bytes(at, 64).fill(0);
    this.view.setUint8(at + 16, kind(node));
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(node.bytes?.length ?? 0), true);
    return SUCCESS;
  }

  fd_filestat_get(fd, at) {
    const file = this.open.get(fd);
    return file ? this.stat(file.node, at) : BAD_FILE;
  }

  path_filestat_get(fd, _flags, path, length, at) {
    const folder = this.open.get(fd);
    if (!folder) return BAD_FILE;
    const node = this.find(folder, path, length);
    return node ? this.stat(node, at) : NO_ENTRY;
  }

  path_open(fd, _lookup, path, length, flags, _rights, _inherited, _fdflags, at) {
    const folder = this.open.get(fd);
    if (!folder) return BAD_FILE;
    if (flags & CREATE_OR_TRUNCATE) return READ_ONLY;
    const node = this.find(folder, path, length);
    if (!node) return NO_ENTRY;
    if (flags & ONLY_FOLDER && !node.entries) return NOT_A_FOLDER;
    this.open.set(this.next, { node, at: 0 });
    this.view.setUint32(at, this.next, true);
    this.next += 1;
    return SUCCESS;
  }

  fd_close(fd) {
    return this.open.delete(fd) ? SUCCESS : BAD_FILE;
  }

  fd_seek(fd, offset, whence, at) {
    const file = this.open.get(fd);
    if (!file?.node.bytes) return BAD_FILE;
    file.at = [0, file.at, file.node.bytes.length][whence] + Number(offset);
    this.view.setBigUint64(at, BigInt(file.at), true);
    return SUCCESS;
  }

  fd_tell(fd, at) {
    return this.fd_seek(fd, 0, 1, at);
  }

  fd_read(fd, vectors, count, read) {
    const file = this.open.get(fd);
    const source = fd === STDIN ? this.input : file?.node.bytes?.subarray(file.at);
    if (!source) return BAD_FILE;
    let done = 0;
    for (let i = 0; i < count; i += 1) {
      const [at, length] = this.vector(vectors, i);
      const part = source.subarray(done, done + length);
      this.bytes(at, part.length).set(part);
      done += part.length;
    }
    if (file) file.at += done;
    else this.input = this.input.subarray(done);
    this.view.setUint32(read, done, true);
    return SUCCESS;
  }

  fd_write(fd, vectors, count, written) {
    if (fd !== 1 && fd !== 2) return BAD_FILE;
    // A write may end in the middle of a character.
    this.decoders ??= [1, 2].map(() => new TextDecoder());
    let text = "";
    let done = 0;
    for (let i = 0; i < count; i += 1) {
      const [at, length] = this.vector(vectors, i);
      text += this.decoders[fd - 1].decode(this.bytes(at, length), { stream: true });
      done += length;
    }
    if (fd === 1) this.output += text;
    else console.error(text);
    this.view.setUint32(written, done, true);
    return SUCCESS;
  }

  vector(vectors, i) {
    return [this.view.getUint32(vectors + 8 * i, true), this.view.getUint32(vectors + 8 * i + 4, true)];
  }

  fd_readdir(fd, at, length, cookie, used) {
    const folder = this.open.get(fd);
    if (!folder?.node.entries) return NOT_A_FOLDER;
    const entries = [...folder.node.entries];
    let end = 0;
    for (let i = Number(cookie); i < entries.length && end < length; i += 1) {
      const [name, node] = entries[i];
      const letters = new TextEncoder().encode(name);
      const entry = new Uint8Array(24 + letters.length);
      const header = new DataView(entry.buffer);
      header.setBigUint64(0, BigInt(i + 1), true);
      header.setUint32(16, letters.length, true);
      header.setUint8(20, kind(node));
      entry.set(letters, 24);
      // An entry that does not fit is cut off, and read again into a larger buffer.
      const part = entry.subarray(0, length - end);
      this.bytes(at + end, part.length).set(part);
      end += part.length;
    }
    this.view.setUint32(used, end, true);
    return SUCCESS;
  }
}

function kind(node) {
  return node.entries ? FOLDER : FILE;
}

/** Starts the program, and returns a function that sends it a message and returns its reply. */
export async function load(program, packs) {
  const wasi = new Wasi("/packs", packs);
  const { instance } = await WebAssembly.instantiate(program, wasi.imports);
  wasi.memory = instance.exports.memory;
  instance.exports._start();
  return (message) => JSON.parse(wasi.call(instance.exports.grognard_step, JSON.stringify(message)));
}
