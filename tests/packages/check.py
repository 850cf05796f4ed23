#!/usr/bin/env python3
"""Installs a package from its file into an empty place, and makes a document with it: check.py KIND DIST FOLDER.

FOLDER holds the template `note.docx`, and takes what is installed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from installed import Installed, text_of_pdf

ROOT = Path(__file__).resolve().parents[2]
# A Debian with nothing but what every Debian has (tests/set-up.sh).
DEBIAN = ROOT / ".work/debian.tar"
# What a person has at least; nothing of this machine's own tools shows up in it.
BARE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}


def call(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, **more)
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


def only(dist, pattern):
    found = sorted(dist.glob(pattern))
    assert len(found) == 1, f"{pattern}: {found}"
    return found[0]


class Chroot:
    """An empty Debian, with the folder at /work in it."""

    def __init__(self, folder):
        if os.geteuid() != 0:
            print("NOT TESTED in an empty Debian: that needs root")
            sys.exit(0)
        self.place = folder / "debian"
        self.place.mkdir()
        call("tar", "-xf", DEBIAN, "-C", self.place)
        (self.place / "work").mkdir()

    def command(self, *words, user="root"):
        """The same processes and network; `/proc` and `/dev` are this machine's."""
        bound = ["--bind", self.place, "/", "--proc", "/proc", "--dev", "/dev"]
        bound += ["--bind", self.place.parent, "/work"]
        if user != "root":
            words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "env", "HOME=/nonexistent", *words]
        return [str(word) for word in ["bwrap", *bound, "--die-with-parent", *words]]


def tarball(dist, folder):
    call("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=dist)
    root = Chroot(folder)
    archive = only(dist, "platen-*-linux-gnu.tar.gz")
    call("tar", "-xf", archive, "-C", root.place / "opt")
    place = f"/opt/{archive.name.removesuffix('.tar.gz')}"
    inside = {path.name for path in (root.place / place[1:]).iterdir()}
    assert {"platen", "LICENSE", "THIRD-PARTY.txt", "sbom.cdx.json", "install.md", "man", "completions"} <= inside, inside
    notices = (root.place / place[1:] / "THIRD-PARTY.txt").read_text()
    for font in ["Droid Sans Fallback", "Apache License", "SIL OPEN FONT LICENSE", "Noto Emoji"]:
        assert font in notices, font
    installed = Installed(root.command(f"{place}/platen"), folder, "/work")
    installed.makes_a_document()
    installed.serves_documents("/work/data")


def deb(dist, folder):
    package = only(dist, "platen_*.deb")
    said = call("lintian", "--fail-on", "error,warning", package)
    assert not said, said
    root = Chroot(folder)
    shutil.copy(package, root.place / "platen.deb")
    call(*root.command("apt-get", "install", "-qq", "--yes", "--no-install-recommends", "/platen.deb"), env=BARE)
    user = (root.place / "etc/passwd").read_text()
    assert "\nplaten:" in user, user
    for unit in ["lib/systemd/system/platen.service"]:
        if shutil.which("systemd-analyze"):
            said = subprocess.run(["systemd-analyze", "verify", root.place / unit], capture_output=True, text=True).stderr
            assert not [line for line in said.splitlines() if "not executable" not in line], said
        text = (root.place / unit).read_text()
        start = next(line for line in text.splitlines() if line.startswith("ExecStart="))
        assert start.startswith("ExecStart=/usr/bin/platen serve"), start
    installed = Installed(root.command("/usr/bin/platen"), folder, "/work")
    installed.makes_a_document()
    # As the unit starts it: as its user, on its folder.
    call(*root.command("install", "-d", "-o", "platen", "-g", "platen", "-m", "700", "/var/lib/platen"))
    Installed(root.command("/usr/bin/platen", user="platen"), folder, "/work").serves_documents("/var/lib/platen")
    call(*root.command("dpkg", "--purge", "platen"), env=BARE)
    assert not (root.place / "usr/bin/platen").exists() and (root.place / "var/lib/platen/platen.db").exists()


def wheel(dist, folder):
    package = only(dist, "platen-*.whl")
    # The name says which systems can run the program; so do the symbols that it asks the C library for.
    said = " ".join(call(Path(sys.executable).with_name("auditwheel"), "show", package).split())
    promised = package.stem.split("-")[-1]
    assert f'following platform tag: "{promised}"' in said, said
    call(sys.executable, "-m", "venv", folder / "env")
    call(folder / "env/bin/pip", "install", "--no-index", "--quiet", package)
    installed = Installed([folder / "env/bin/platen"], folder, environment=BARE)
    installed.makes_a_document()
    installed.serves_documents(str(folder / "data"))
    call(folder / "env/bin/pip", "uninstall", "--quiet", "--yes", "platen")
    assert not (folder / "env/bin/platen").exists()


def npm(dist, folder):
    place = folder / "app"
    place.mkdir()
    (place / "package.json").write_text('{"private": true}')
    packages = [only(dist, "platen-[0-9]*.[0-9].tgz"), only(dist, "platen-linux-*.tgz")]
    # Offline: the package for other machines is optional, and left out.
    quiet = ["--offline", "--no-audit", "--no-fund", "--silent"]
    call("npm", "install", *quiet, *packages, cwd=place)
    installed = Installed(["npx", "--prefix", place, "--offline", "platen"], folder)
    installed.makes_a_document()
    Installed([place / "node_modules/.bin/platen"], folder).serves_documents(str(folder / "data"))
    shutil.rmtree(place / "node_modules/@platen")
    alone = subprocess.run([place / "node_modules/.bin/platen"], capture_output=True, text=True)
    assert alone.returncode == 1 and "is not installed" in alone.stderr, alone.stderr


def image(dist, folder):
    file = only(dist, "platen-*-oci-*.tar")
    seen = [json.loads(call("skopeo", "inspect", "--config", f"{kind}:{file}")) for kind in ["docker-archive", "oci-archive"]]
    assert seen[0]["config"] == seen[1]["config"], seen
    config = seen[0]["config"]
    assert config["User"] == "65532:65532" and "/data" in config["Volumes"], config
    docker = json.loads(call("skopeo", "inspect", "--config", "--raw", f"docker-archive:{file}"))
    assert docker["config"]["Healthcheck"]["Test"] == ["CMD", "/usr/bin/platen", "health"], docker
    # Unpacked as a container engine does, whiteouts, modes and owners included.
    version = only(dist, "platen-*.cdx.json").name.removeprefix("platen-").removesuffix(".cdx.json")
    call("skopeo", "copy", f"oci-archive:{file}", f"oci:{folder}/layout:{version}")
    rootless = [] if os.geteuid() == 0 else ["--rootless"]
    call("umoci", "unpack", *rootless, "--image", f"{folder}/layout:{version}", folder / "bundle")
    rootfs = folder / "bundle/rootfs"
    assert not list(rootfs.rglob("*sh")), "there is no shell in it"
    data = folder / "volume"
    data.mkdir()
    if os.geteuid() == 0:
        os.chown(data, 65532, 65532)
        for path in [folder, folder / "bundle"]:
            path.chmod(0o777)
    # As `docker run --read-only --tmpfs /tmp --cap-drop ALL --user 65532` does.
    confined = ["bwrap", "--unshare-user", "--unshare-pid", "--unshare-ipc", "--uid", "65532", "--gid", "65532"]
    if os.geteuid() == 0:
        confined = ["setpriv", "--reuid=65532", "--regid=65532", "--clear-groups", "--inh-caps=-all", "--no-new-privs", *confined]
    confined += ["--ro-bind", rootfs, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--bind", data, "/data"]
    confined += ["--bind", folder, "/tmp/work", "--chdir", config["WorkingDir"], "--die-with-parent", "--clearenv"]
    for setting in [*config["Env"], "PUBLIC_URL=http://127.0.0.1:8080"]:
        confined += ["--setenv", *setting.split("=", 1)]
    installed = Installed([*confined, *config["Entrypoint"]], folder, "/tmp/work")
    installed.makes_a_document()
    listen = config["Cmd"][config["Cmd"].index("--listen") + 1].replace("8080", "0")
    installed.serves_documents(None, listen, config["Cmd"][:1])
    assert (data / "platen.db").exists()


def sbom(dist, _folder):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    text = only(dist, "*.cdx.json").read_text()
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    assert fault is None, fault
    bom = json.loads(text)
    names = {component["name"] for component in bom["components"]}
    assert {"hyper", "minijinja", "platen-docx"} <= names and not {"insta", "criterion"} & names, names
    refs = [component["bom-ref"] for component in bom["components"]]
    assert len(refs) == len(set(refs)), "each component once"
    known = {*refs, bom["metadata"]["component"]["bom-ref"]}
    assert all({it["ref"], *it["dependsOn"]} <= known for it in bom["dependencies"])


KINDS = {it.__name__: it for it in [tarball, deb, wheel, npm, image, sbom]}

if __name__ == "__main__":
    kind, dist, folder = sys.argv[1:]
    KINDS[kind](Path(dist), Path(folder))
    print(f"{kind} works")
