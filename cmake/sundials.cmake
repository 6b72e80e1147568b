# sundials.cmake -- polhode::sundials: IDA of SUNDIALS 6, where it is found; POLHODE_HAVE_IDA says so.
# Optional: without it the integrators `ida` and `ida-index3` are not in the build. libsundials_ida
# holds the vectors, matrices and solvers it is used with; version 7 has another interface.
# Installed with the package, whose static library needs the same.
if(NOT TARGET polhode::sundials)
  find_path(SUNDIALS_INCLUDE_DIR ida/ida.h)
  find_library(SUNDIALS_IDA sundials_ida)
  set(POLHODE_SUNDIALS_6)
  if(SUNDIALS_INCLUDE_DIR AND EXISTS ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h)
    file(STRINGS ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h POLHODE_SUNDIALS_6
      REGEX "define SUNDIALS_VERSION_MAJOR 6")
  endif()
  if(SUNDIALS_IDA AND POLHODE_SUNDIALS_6)
    add_library(polhode::sundials INTERFACE IMPORTED)
    set_target_properties(polhode::sundials PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES ${SUNDIALS_INCLUDE_DIR}
      INTERFACE_LINK_LIBRARIES ${SUNDIALS_IDA})
    set(POLHODE_HAVE_IDA ON)
  else()
    message(STATUS "SUNDIALS 6 was not found: the integrators ida and ida-index3 are left out")
  endif()
endif()
