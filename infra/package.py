"""Packs built functions and the template that deploys them into a folder, for any pipeline to carry into any account.

    python package.py FOLDER_OF_FUNCTIONS OUT [MACHINE]

FOLDER_OF_FUNCTIONS has a folder for each function with its `bootstrap`, as cargo-lambda makes it. OUT gets

- `NAME-HASH.zip` for each function, named by its content: what did not change keeps its name;
- `platen.template.json`, plain CloudFormation, which looks for them in the bucket of its parameter `CodeBucket`, below
  `CodePrefix`.

The same functions make the same bytes, on any machine and day. A program that would not start on Lambda is refused. MACHINE is
what they were built for, in Lambda's words: arm64, or x86_64.
"""

import hashlib
import io
import json
import pathlib
import sys
import zipfile

import elf
import translate

TEMPLATE = "platen.template.json"
# That of `Architectures` in the template.
OWN_MACHINE = "arm64"
PARAMETERS = {
    "CodeBucket": {"Type": "String", "Description": "Bucket in the region of the stack that the functions' code was put into."},
    "CodePrefix": {
        "Type": "String", "Default": "", "AllowedPattern": "([A-Za-z0-9._/-]*/)?",
        "ConstraintDescription": "CodePrefix ends with a slash, or is empty.",
        "Description": "What the names of the code begin with in CodeBucket, such as `platen/1.4.0/`.",
    },
}


def zipped(folder: pathlib.Path, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The files of a function as Lambda takes them. Dates and owners, which would change the bytes, are left out."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for path in sorted(folder.iterdir()):
            file = zipfile.ZipInfo(path.name)
            file.create_system, file.external_attr, file.compress_type = 3, 0o100755 << 16, compression
            archive.writestr(file, path.read_bytes())
    return buffer.getvalue()


def package(
    functions: pathlib.Path, out: pathlib.Path, compression: int = zipfile.ZIP_DEFLATED, machine: str = OWN_MACHINE
) -> dict:
    """Fills `out`, and returns the template."""
    out.mkdir(parents=True, exist_ok=True)
    for old in [*out.glob("*.zip"), *out.glob(TEMPLATE)]:
        old.unlink()

    def code(name: str) -> tuple[dict, dict]:
        if not (functions / name / "bootstrap").is_file():
            sys.exit(f"package: {functions / name / 'bootstrap'} not found; build the functions first (make package does)")
        content = zipped(functions / name, compression)
        file = f"{name}-{hashlib.sha256(content).hexdigest()[:16]}.zip"
        (out / file).write_bytes(content)
        return {"Ref": "CodeBucket"}, {"Fn::Sub": "${CodePrefix}" + file}

    template = translate.translated(code)
    template["Parameters"] = {**PARAMETERS, **template["Parameters"]}
    for resource in template["Resources"].values():
        if "S3Key" in resource.get("Properties", {}).get("Code", {}):
            resource["Properties"]["Architectures"] = [machine]
    (out / TEMPLATE).write_text(json.dumps(template, indent=1) + "\n")
    return template


def unfit(functions: pathlib.Path, out: pathlib.Path, machine: str) -> list[str]:
    """What Lambda would not take of packed functions, or not start. Its quotas of a function: 50 MB zipped, 250 MB unpacked."""
    found = []
    for folder in sorted({path.name.rpartition("-")[0] for path in out.glob("*.zip")}):
        programs = sorted((functions / folder).iterdir())
        found += [each for program in programs for each in elf.wrong(program, machine)]
        if (whole := sum(program.stat().st_size for program in programs)) > 250 << 20:
            found.append(f"{folder} has {whole >> 20} MB unpacked, and may have 250")
    for path in sorted(out.glob("*.zip")):
        if (size := path.stat().st_size) > 50 << 20:
            found.append(f"{path.name} has {size >> 20} MB, and may have 50")
    return found


if __name__ == "__main__":
    folders, built_for = (pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])), (sys.argv[3:] or [OWN_MACHINE])[0]
    package(*folders, machine=built_for)
    if wrong := unfit(*folders, built_for):
        sys.exit("\n".join(f"package: {each}" for each in wrong))
