"""The route for the run options, which the page's form uses."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from minecrew.options import declared_options
from minecrew.service.form import EXAMPLE, FormField, form_field
from minecrew.service.shared import Shared

router = APIRouter(prefix="/run-options", tags=["runs"])
LISTED: dict[str, Any] = {"items": [EXAMPLE]}


class RunOptions(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [LISTED]})

    items: list[FormField]


@router.get("", summary="The options of POST /runs besides task and goal")
def list_run_options(shared: Shared) -> RunOptions:
    from minecrew.run.choice import REGISTRIES

    local = shared.is_for_us
    offered = (one for one in declared_options() if "form" in one.option.on)
    fields = [form_field(one, REGISTRIES) for one in offered if local or not one.option.local]
    return RunOptions(items=sorted(fields, key=lambda field: field.kind == "flag"))
