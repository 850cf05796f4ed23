"""The crates inside the program: their bill of materials (CycloneDX 1.6) and their licenses."""

import datetime
import json
import subprocess
import tomllib
import uuid
from pathlib import Path

from release import HOMEPAGE, LICENSE, ROOT


class Crates:
    """What cargo compiles into `platen` on this machine, without what only builds or tests need."""

    def __init__(self, release):
        command = ["cargo", "metadata", "--locked", "--format-version=1"]
        command.append(f"--filter-platform={release.uname}-unknown-linux-gnu")
        metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
        packages = {package["id"]: package for package in metadata["packages"]}
        nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
        members = {packages[id]["name"]: id for id in metadata["workspace_members"]}
        self.root, self.needs, waiting = members["platen"], {}, [members["platen"]]
        while waiting:
            crate = waiting.pop()
            if crate in self.needs:
                continue
            ordinary = lambda need: any(kind["kind"] is None for kind in need["dep_kinds"])
            self.needs[crate] = sorted(need["pkg"] for need in nodes[crate]["deps"] if ordinary(need))
            waiting.extend(self.needs[crate])
        self.packages = {id: packages[id] for id in sorted(self.needs)}

    def sbom(self, release):
        """The bill of materials: a component for each crate with its checksum, and who needs whom."""
        checksums = _checksums()
        reference = lambda id: f"pkg:cargo/{self.packages[id]['name']}@{self.packages[id]['version']}"
        components = []
        for id, package in self.packages.items():
            if id == self.root:
                continue
            component = {"type": "library", "bom-ref": reference(id), "name": package["name"], "version": package["version"]}
            component["purl"] = component["bom-ref"]
            if package["license"]:
                component["licenses"] = [{"expression": _expression(package["license"])}]
            if checksum := checksums.get((package["name"], package["version"])):
                component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
            if package["repository"]:
                component["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
            components.append(component)
        root = {"type": "application", "bom-ref": reference(self.root), "name": "platen", "version": release.version}
        root |= {"purl": reference(self.root), "licenses": [{"expression": LICENSE}]}
        root["externalReferences"] = [{"type": "vcs", "url": HOMEPAGE}]
        bom = {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{HOMEPAGE}@{release.version}/{release.epoch}')}",
            "version": 1,
            "metadata": {
                "timestamp": datetime.datetime.fromtimestamp(release.epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "component": root,
            },
            "components": components,
            "dependencies": [
                {"ref": reference(id), "dependsOn": sorted({reference(need) for need in needs})}
                for id, needs in sorted(self.needs.items())
            ],
        }
        return (json.dumps(bom, indent=1, ensure_ascii=False) + "\n").encode()

    def notices(self):
        """The licenses of all crates, each text once with the crates that it holds for; then those of the fonts."""
        holders = {}
        for id, package in self.packages.items():
            if package["source"] is None:
                continue
            folder = Path(package["manifest_path"]).parent
            name = f"{package['name']} {package['version']} ({package['license'] or 'see below'})"
            named = lambda path: path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"))
            texts = sorted(path for path in folder.iterdir() if path.is_file() and named(path))
            for path in texts:
                holders.setdefault(path.read_text(errors="replace").strip(), []).append(name)
            if not texts:
                holders.setdefault(f"Its package holds no text of its license: {package['license']}", []).append(name)
        parts = ["Platen contains the following libraries, under these licenses.\n"]
        for text, names in sorted(holders.items(), key=lambda item: item[1]):
            parts.append("\n".join([*sorted(set(names)), "", text, ""]))
        faces = ROOT / "shared/faces"
        parts.append("The fonts in Platen, and their licenses.\n\n" + (faces / "README.md").read_text())
        parts += [path.read_text().strip() + "\n" for path in sorted((faces / "files").glob("LICENSE-*"))]
        return ("\n" + "-" * 80 + "\n").join(parts).encode()


def _expression(text):
    """Old crates write a slash where SPDX has `OR`."""
    return text.replace("/", " OR ")


def _checksums():
    """The SHA-256 of each crate's package, from Cargo.lock."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(it["name"], it["version"]): it["checksum"] for it in lock["package"] if "checksum" in it}
