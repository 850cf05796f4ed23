"""The ways in for those who deploy by the CDK and Terraform: both wrap what infra/package.py packs.

    python wrappers.py

The CDK makes its template here, which must be the packed one but for the places of the code. Terraform's files are parsed,
and what they refer to is looked for; where this machine has Terraform, the order of their steps is run, without AWS's provider.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import concrete  # which says where infra/ is
import elf
import hcl2
import package

INFRA = pathlib.Path(__file__).parents[2] / "infra"


def packed(folder: pathlib.Path) -> tuple[pathlib.Path, dict]:
    """A package of functions that say their names, twice the same."""
    functions = folder / "functions"
    for source in (INFRA.parent / "functions").iterdir():
        (functions / source.name).mkdir(parents=True)
        (functions / source.name / "bootstrap").write_text(source.name)
    template = package.package(functions, folder / "package")
    names = sorted(path.name for path in (folder / "package").iterdir())
    assert package.package(functions, folder / "again") == template
    assert names == sorted(path.name for path in (folder / "again").iterdir()), names
    (functions / "render-chunk" / "bootstrap").write_text("changed")
    package.package(functions, folder / "again")
    changed = set(names) ^ {path.name for path in (folder / "again").iterdir()}
    assert {name.rpartition("-")[0] for name in changed} == {"render-chunk"} and len(changed) == 2, changed
    of_machine = lambda made: {  # noqa: E731
        tuple(each["Properties"]["Architectures"])
        for each in made["Resources"].values() if "S3Key" in each.get("Properties", {}).get("Code", {})
    }
    other = package.package(functions, folder / "again", machine="x86_64")
    assert (of_machine(template), of_machine(other)) == ({("arm64",)}, {("x86_64",)})
    return folder / "package", template


def what_lambda_would_not_start_is_refused(functions: pathlib.Path, out: pathlib.Path) -> None:
    """By a program of this machine, as it is and spoilt."""
    program = pathlib.Path("/bin/true").resolve()
    own, fit = elf.read(program), elf.wrong(program, elf.read(program).machine)
    assert own.libraries == {"libc.so.6"} and not own.searches and own.glibc > (2, 0), own
    assert bool(fit) == (own.glibc > elf.GLIBC), fit
    content = bytearray(program.read_bytes())
    content[18] = 183 if own.machine == "x86_64" else 62
    spoilt = out.parent / "spoilt"
    spoilt.write_bytes(content.replace(b"libc.so.6", b"libz.so.6"))
    said = " ".join(elf.wrong(spoilt, own.machine))
    assert "functions run on" in said and "needs libz.so.6" in said, said
    # All that is packed is looked at: these functions are no programs.
    unfit = package.unfit(functions, out, own.machine)
    assert len(unfit) == len(list(out.glob("*.zip"))), unfit
    newest = b"GLIBC_%d.%d" % own.glibc[:2]
    spoilt.write_bytes(program.read_bytes().replace(newest, newest[:-2] + b"99"))
    assert any("needs glibc 2.99" in each for each in elf.wrong(spoilt, own.machine)), elf.read(spoilt)


def synthesised(packed: pathlib.Path, out: pathlib.Path) -> dict:
    """What the CDK makes of the example."""
    subprocess.run([INFRA / "cdk/node_modules/.bin/tsc", "-p", INFRA / "cdk"], check=True)
    # What a release has of it.
    pack = subprocess.run(["npm", "pack", "--dry-run", "--json"], cwd=INFRA / "cdk", capture_output=True, check=True)
    (found,) = json.loads(pack.stdout)
    assert {each["path"] for each in found["files"]} == {"README.md", "package.json", "platen.js", "platen.d.ts"}, found["files"]
    command = [INFRA / "cdk/node_modules/.bin/cdk", "synth", "--quiet", "--app", "node example.js", "--output", out]
    environment = {**os.environ, "PLATEN_PACKAGE": str(packed), "CDK_DISABLE_CLI_TELEMETRY": "true", "CI": "true"}
    subprocess.run(command, cwd=INFRA / "cdk", env=environment, check=True)
    return json.loads((out / "platen.template.json").read_text())


def what_the_cdk_makes_is_handed_over(template: dict, out: pathlib.Path) -> None:
    """Parameters of a nested stack; defaults of parameters, which are text, take none of it."""
    outer = json.loads((out / "documents.template.json").read_text())
    (nested,) = [each for each in outer["Resources"].values() if each["Type"] == "AWS::CloudFormation::Stack"]
    key = nested["Properties"]["Parameters"]["KmsKeyArn"]
    assert list(key) == ["Fn::GetAtt"] and outer["Resources"][key["Fn::GetAtt"][0]]["Type"] == "AWS::KMS::Key", key
    (inner,) = [json.loads(path.read_text()) for path in out.glob("*.nested.template.json")]
    assert inner["Resources"].keys() - {"CDKMetadata"} == template["Resources"].keys()
    for made in (outer, inner, json.loads((out / "platen.template.json").read_text())):
        defaults = {name: each.get("Default", "") for name, each in made.get("Parameters", {}).items()}
        assert all(isinstance(each, (str, int)) for each in defaults.values()), defaults
    # Outside of one it is refused, with the way out.
    program = (
        "const { App, Stack, aws_kms } = require('aws-cdk-lib'); const { Platen } = require('./platen');"
        "const stack = new Stack(new App(), 'a'); const key = new aws_kms.Key(stack, 'Key');"
        "new Platen(stack, 'Platen', { package: process.env.PLATEN_PACKAGE, names: 'a', parameters: { KmsKeyArn: key.keyArn } });"
    )
    environment = {**os.environ, "PLATEN_PACKAGE": str(out.parent / "package")}
    tried = subprocess.run(["node", "-e", program], cwd=INFRA / "cdk", env=environment, capture_output=True, text=True, check=False)
    assert tried.returncode and "KmsKeyArn is made by the CDK" in tried.stderr and "PlatenNestedStack" in tried.stderr, tried.stderr


def the_cdk_keeps_the_template(template: dict, made: dict) -> None:
    made["Resources"].pop("CDKMetadata", None)
    assert made["Resources"].keys() == template["Resources"].keys()
    for name, each in template["Resources"].items():
        own, theirs = each.get("Properties", {}), made["Resources"][name].get("Properties", {})
        if "S3Key" in own.get("Code", {}):
            # An asset has a name of the CDK's.
            assert re.fullmatch(r"[0-9a-f]{64}\.zip", theirs["Code"]["S3Key"]), theirs["Code"]
            own, theirs = {**own, "Code": None}, {**theirs, "Code": None}
        assert json.dumps(own, sort_keys=True) == json.dumps(theirs, sort_keys=True), (name, own, theirs)
    for part in ("Rules", "Outputs"):
        assert made[part].keys() >= template[part].keys(), part
    assert made["Parameters"]["Names"]["Default"] == "platen"
    assert made["Parameters"]["LogRetentionDays"]["Default"] == "90"


def terraform_names_what_is_there(template: dict) -> None:
    files = [hcl2.loads(path.read_text()) for path in sorted((INFRA / "terraform").glob("*.tf"))]
    bare = lambda name: name.strip('"')  # noqa: E731
    blocks = lambda kind: [each for file in files for each in file.get(kind, [])]  # noqa: E731
    variables = {bare(name): each for block in blocks("variable") for name, each in block.items()}
    placed = {
        f"{prefix}{bare(kind)}.{bare(name)}"
        for word, prefix in (("resource", ""), ("data", "data."))
        for block in blocks(word) for kind, named in block.items() for name in named
    }
    places = {bare(name) for block in blocks("locals") for name in block}
    text = "".join(path.read_text() for path in (INFRA / "terraform").glob("*.tf"))
    assert set(re.findall(r"\bvar\.(\w+)", text)) == variables.keys(), variables.keys()
    assert set(re.findall(r"\blocal\.(\w+)", text)) <= places, places
    referred = set(re.findall(r"\b(?:data\.)?aws_\w+\.\w+", re.sub(r"#.*|\{ KmsKeyArn.*\}", "", text)))
    assert referred <= placed, referred - placed
    assert all("description" in each for each in variables.values())
    # What a failed update goes back to is there until the update has ended.
    for block in blocks("resource"):
        for kind, named in block.items():
            for name, each in named.items():
                keeps = any(rule.get("create_before_destroy") is True for rule in each.get("lifecycle", []))
                assert keeps == (bare(kind) == "aws_s3_object"), (kind, name)
    # Its own bounds of the name are those of the template, and what it gives are parameters.
    assert f'"^{template["Parameters"]["Names"]["AllowedPattern"]}$"' in text
    assert {"Names", "CodeBucket", "CodePrefix"} <= template["Parameters"].keys()
    # As its registry takes it: files of these names, a page that tells of all that goes in and comes out, examples.
    assert {"main.tf", "variables.tf", "outputs.tf", "versions.tf", "README.md", "examples"} <= {path.name for path in (INFRA / "terraform").iterdir()}
    outputs = {bare(name) for block in blocks("output") for name in block}
    told = set(re.findall(r"^\| `(\w+)` \|", (INFRA / "terraform/README.md").read_text(), re.M))
    assert told == variables.keys() | outputs, told
    for example in (INFRA / "terraform/examples").glob("*/main.tf"):
        (used,) = [each for block in hcl2.loads(example.read_text())["module"] for each in block.values()]
        given = {bare(name) for name in used} - {"source", "__is_block__"}
        needed = {name for name, each in variables.items() if "default" not in each}
        assert bare(used["source"]) == "../.." and needed <= given <= variables.keys(), (example, given)
        named = [bare(name) for name in used["parameters"]]
        assert set(named) <= template["Parameters"].keys(), named


def terraform_removes_code_after_the_update(folder: pathlib.Path) -> None:
    """The module's own order, by Terraform itself, where this machine has it: its resources with stand-ins that need no provider."""
    if (terraform := shutil.which("terraform")) is None:
        print("there is no terraform here: the order of its steps is not run", file=sys.stderr)
        return
    resources = hcl2.loads((INFRA / "terraform/main.tf").read_text())["resource"]
    placed = {bare_name(name): each for block in resources for named in block.values() for name, each in named.items()}
    stand_ins = {}
    for name, each in placed.items():
        keeps = any(rule.get("create_before_destroy") is True for rule in each.get("lifecycle", []))
        stand_ins[name] = {"lifecycle": {"create_before_destroy": keeps}}
    # An object of another name is another object; a stack is changed.
    stand_ins["code"] |= {"for_each": '${fileset("${path.module}/package", "*.zip")}', "input": "${each.value}"}
    stand_ins["template"] |= {"triggers_replace": '${filesha256("${path.module}/package/template")}'}
    assert "aws_s3_object.template.key" in placed["platen"]["template_url"], placed["platen"]
    stand_ins["platen"] |= {"input": "${terraform_data.template.id}"}
    stand_ins["platen"]["depends_on"] = [re.sub(r".*\.(\w+)\W*$", r"terraform_data.\1", each) for each in placed["platen"]["depends_on"]]
    package_of = folder / "package"
    package_of.mkdir(parents=True)
    (folder / "main.tf.json").write_text(json.dumps({"resource": {"terraform_data": stand_ins}}))

    def applied(version: str) -> list[str]:
        for path in package_of.glob("*.zip"):
            path.unlink()
        (package_of / f"render-chunk-{version}.zip").write_text(version)
        (package_of / "template").write_text(version)
        environment = {**os.environ, "CHECKPOINT_DISABLE": "1", "TF_IN_AUTOMATION": "1"}
        run = lambda *words: subprocess.run(  # noqa: E731
            [terraform, *words, "-no-color"], cwd=folder, env=environment, capture_output=True, text=True, check=True
        ).stdout
        run("init", "-input=false")
        return run("apply", "-auto-approve", "-input=false").splitlines()

    applied("1")
    lines = applied("2")
    at = lambda words: next(place for place, line in enumerate(lines) if words in line)  # noqa: E731
    made, changed = at('code["render-chunk-2.zip"]: Creation complete'), at("terraform_data.platen: Modifying")
    gone = at('code["render-chunk-1.zip"]: Destroying')
    assert made < changed < at("terraform_data.platen: Modifications complete") < gone, lines


def bare_name(name: str) -> str:
    return name.strip('"')


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="platen-wrappers-") as name:
        folder = pathlib.Path(name)
        packed_in, template = packed(folder)
        assert "Transform" not in template
        what_lambda_would_not_start_is_refused(folder / "functions", packed_in)
        the_cdk_keeps_the_template(template, synthesised(packed_in, folder / "cdk"))
        what_the_cdk_makes_is_handed_over(template, folder / "cdk")
        terraform_names_what_is_there(template)
        terraform_removes_code_after_the_update(folder / "terraform")
    print("the CDK and Terraform wrap the packed template")


if __name__ == "__main__":
    main()
