// Files that stay: a folder of Python's file system whose few files lie in the browser's own storage for this site.
//
// Each is a file of the origin private file system, held by a synchronous access handle: what SQLite writes and
// flushes is on the disk, as it would be on a server. The folder has no other files, and none of them is ever missing:
// SQLite reads an empty database or journal as none.

const FOLDER = "breakaway";
const DIRECTORY = 0o40700, FILE = 0o100600, NO_ENTRY = 44, NO_SPACE = 51, NOT_PERMITTED = 63;

/** Handles for the files with these names, which are made if they are missing. Only one worker can hold them. */
export async function held(names) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(FOLDER, { create: true });
  const handles = {};
  for (const name of names) {
    const file = await folder.getFileHandle(name, { create: true });
    handles[name] = await file.createSyncAccessHandle();
  }
  return handles;
}

/** Mounts the files of `handles` at `place` in the file system of `python`. */
export function mount(python, place, handles) {
  const { FS } = python;
  const fail = (number) => { throw new FS.ErrnoError(number); };
  // If the browser has no room left, Python hears what it hears of a full disk.
  const written = (write) => { try { return write(); } catch (error) { return fail(NO_SPACE, error); } };
  const began = new Date();
  const make = (parent, name, mode, handle) => {
    const node = FS.createNode(parent, name, mode, 0);
    return Object.assign(node, { node_ops: nodes, stream_ops: handle ? streams : {}, handle });
  };
  const nodes = {
    getattr: (node) => ({
      dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0,
      size: node.handle ? node.handle.getSize() : 4096, atime: began, mtime: began, ctime: began,
      blksize: 4096, blocks: 0,
    }),
    setattr(node, changed) {
      if (changed.mode !== undefined) node.mode = changed.mode;
      if (changed.size !== undefined) written(() => node.handle.truncate(changed.size));
    },
    lookup: (_parent, name) => fail(NO_ENTRY, name),
    mknod: () => fail(NOT_PERMITTED),
    unlink: () => fail(NOT_PERMITTED),
    rename: () => fail(NOT_PERMITTED),
    readdir: () => [".", "..", ...Object.keys(handles)],
  };
  const streams = {
    open() {},
    close: (stream) => stream.node.handle.flush(),
    fsync: (stream) => (stream.node.handle.flush(), 0),
    llseek(stream, offset, whence) {
      const from = [0, stream.position, stream.node.handle.getSize()][whence];
      return from + offset < 0 ? fail(28) : from + offset;
    },
    read: (stream, buffer, offset, length, position) =>
      stream.node.handle.read(buffer.subarray(offset, offset + length), { at: position }),
    write: (stream, buffer, offset, length, position) =>
      written(() => stream.node.handle.write(buffer.subarray(offset, offset + length), { at: position })),
  };
  FS.mkdirTree(place);
  FS.mount({
    mount() {
      const root = make(null, "/", DIRECTORY);
      for (const [name, handle] of Object.entries(handles)) make(root, name, FILE, handle);
      return root;
    },
  }, {}, place);
}

/** Puts the files of the tar file `data` below `place` in the file system of `python`. They stay parts of `data`. */
export function unpack(python, data, place) {
  const { FS } = python, decoder = new TextDecoder(), made = new Set();
  const field = (at, length) => decoder.decode(data.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; data[at]; ) {
    const size = parseInt(field(at + 124, 12), 8);
    const path = [place, field(at + 345, 155), field(at, 100)].filter(Boolean).join("/");
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, data.subarray(at + 512, at + 512 + size), { canOwn: true });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
